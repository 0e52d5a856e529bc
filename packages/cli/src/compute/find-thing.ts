import { ServiceError } from '@berth/client/service-error.ts';
import { isUuid } from '../asking/is-uuid.ts';
import { type Query, type Service, textAt, type Thing, thingAt, thingsAt } from '../asking/service.ts';
import { suggestion } from '../closest.ts';
import { CommandFailure } from '../command/command-failure.ts';

/** Things of a noun that are called by name or id. */
interface Findable {
  /** For people: 'server'. */
  readonly noun: string;
  /** Where one of them is: '/servers'. */
  readonly path: string;
  /** The member of an answer about one, and about several. */
  readonly one: string;
  readonly many: string;
  /** Where all of them are told of whole. */
  readonly all: string;
  readonly query?: Query;
  /** Narrows the list to those that may have the name, where the service can. */
  readonly byName?: (name: string) => Query;
  readonly nameIn?: string;
  /** Whether a text can be an id at all. */
  readonly isId: (text: string) => boolean;
}

const servers: Findable = {
  noun: 'server',
  path: '/servers',
  one: 'server',
  many: 'servers',
  all: '/servers/detail',
  // It is a pattern to the service.
  byName: (name) => ({ name: `^${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$` }),
  isId: isUuid,
};
const flavors: Findable = {
  noun: 'flavor',
  path: '/flavors',
  one: 'flavor',
  many: 'flavors',
  all: '/flavors/detail',
  query: { is_public: 'None' },
  isId: () => true,
};
const groups: Findable = {
  noun: 'server group',
  path: '/os-server-groups',
  one: 'server_group',
  many: 'server_groups',
  all: '/os-server-groups',
  isId: isUuid,
};
const aggregates: Findable = {
  noun: 'aggregate',
  path: '/os-aggregates',
  one: 'aggregate',
  many: 'aggregates',
  all: '/os-aggregates',
  isId: (text) => /^\d+$/.test(text),
};
const hypervisors: Findable = {
  noun: 'hypervisor',
  path: '/os-hypervisors',
  one: 'hypervisor',
  many: 'hypervisors',
  all: '/os-hypervisors/detail',
  nameIn: 'hypervisor_hostname',
  isId: (text) => /^\d+$/.test(text) || isUuid(text),
};

export const findServer = finder(servers);
export const findFlavor = finder(flavors);
export const findGroup = finder(groups);
export const findAggregate = finder(aggregates);
export const findHypervisor = finder(hypervisors);

/** The id of a server. An id is believed, also of one that is deleted. */
export async function serverId(compute: Service, text: string, isOfAll = false): Promise<string> {
  return isUuid(text)
    ? text
    : textAt(await findServer(compute, text, isOfAll ? { all_tenants: true } : {}), 'id');
}

/** By its id if the text can be one and there is one, else by its name, of which there must be one. */
function finder(findable: Findable): (compute: Service, text: string, query?: Query) => Promise<Thing> {
  return async (compute, text, query = {}) => {
    const found = findable.isId(text) ? await byId(compute, findable, text) : null;
    return found ?? (await byName(compute, findable, text, query));
  };
}

async function byId(compute: Service, { path, one }: Findable, id: string): Promise<Thing | null> {
  try {
    const answer = await compute.find(`${path}/${encodeURIComponent(id)}`);
    return answer === null ? null : thingAt(answer, one);
  } catch (error) {
    // What can be no id there is a name.
    if (error instanceof ServiceError && error.status === 400) return null;
    throw error;
  }
}

async function byName(compute: Service, findable: Findable, name: string, query: Query): Promise<Thing> {
  const { noun, many, all, nameIn = 'name' } = findable;
  const narrowed = { ...findable.query, ...findable.byName?.(name), ...query };
  const things = thingsAt(await compute.get(all, narrowed), many);
  const [found, ...others] = things.filter((each) => textAt(each, nameIn) === name);
  if (others.length > 0) throw new CommandFailure(`More than one ${noun} exists with the name '${name}'.`);
  if (found !== undefined) return found;
  const known = findable.byName === undefined ? things : thingsAt(await compute.get(all, query), many);
  const near = suggestion(
    name,
    known.map((each) => textAt(each, nameIn)),
  );
  throw new CommandFailure(`No ${noun} with a name or ID of '${name}' exists.${near}`);
}
