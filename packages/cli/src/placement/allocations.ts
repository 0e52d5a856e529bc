import { type Service, type Thing, thingAt } from '../asking/service.ts';
import { actionCommand, type Column, type ColumnNote, listCommand } from '../command/client-command.ts';
import { forEach } from '../command/for-each.ts';
import { neededText, someTexts, text, texts } from '../command/option.ts';
import { UsageError } from '../command/usage-error.ts';
import { providerId } from './find-provider.ts';
import { memberOf } from '../asking/member-of.ts';

const notes: readonly ColumnNote[] = [
  { title: 'resource_provider' },
  { title: 'generation' },
  { title: 'resources' },
  { title: 'project_id', since: '1.12' },
  { title: 'user_id', since: '1.12' },
  { title: 'consumer_type', since: '1.38' },
];
const columns = notes.map((note): Column<Thing> => ({ ...note, get: (item) => memberOf(item, note.title) }));
const consumer = neededText('<consumer>', 'The uuid of the consumer, such as a server.');

export const allocationShow = listCommand('placement', {
  takes: { consumer },
  columns,
  list: ({ service, values }) => held(service, values.consumer),
});

export const allocationSet = listCommand('placement', {
  description: 'It holds nothing else afterwards.',
  takes: { consumer },
  options: {
    allocation: texts('rp=<provider>,<resource_class>=<amount>[,…]', 'What it is to hold from a provider.'),
    projectId: text('<project>', 'Whose it is; the one it has, unless given. From 1.8 on it is needed.'),
    userId: text('<user>', 'The same of the user.'),
    consumerType: text('<type>', 'What it is, such as INSTANCE; the one it has, unless given.', {
      since: '1.38',
    }),
  },
  columns,
  list: async ({ service, values }) => {
    const allocations = await allocationsIn(service, values.allocation);
    const before = await service.get(allocationPath(values.consumer));
    const project = values.projectId ?? before['project_id'];
    const user = values.userId ?? before['user_id'];
    const type = values.consumerType ?? knownType(before);
    const { version } = service;
    if (version.has('1.8') && (project === undefined || user === undefined))
      throw new UsageError('needed: --project-id and --user-id, as the consumer is new');
    const body = {
      allocations: version.has('1.12')
        ? Object.fromEntries(allocations.map(({ provider, resources }) => [provider, { resources }]))
        : allocations.map(({ provider, resources }) => ({
            resource_provider: { uuid: provider },
            resources,
          })),
      ...(version.has('1.28') ? { consumer_generation: before['consumer_generation'] ?? null } : {}),
      ...(version.has('1.8') ? { project_id: project, user_id: user } : {}),
      ...(version.has('1.38') && type !== undefined ? { consumer_type: type } : {}),
    };
    // A consumer without a type can be written at the version before there were types only.
    const writes = version.has('1.38') && type === undefined ? { version: '1.37' } : {};
    await service.send({ method: 'PUT', path: allocationPath(values.consumer), body, ...writes });
    return held(service, values.consumer);
  },
});

export const allocationUnset = listCommand('placement', {
  description: 'All of it, or what is named.',
  since: '1.12',
  takes: { consumer },
  options: {
    provider: texts('<provider>', 'Only what it holds from this provider.'),
    resourceClass: texts('<resource_class>', 'Only what it holds of this class.'),
  },
  columns,
  list: async ({ service, values }) => {
    const path = allocationPath(values.consumer);
    const before = await service.get(path);
    const from = await Promise.all(values.provider.map((each) => providerId(service, each)));
    const left = without(thingAt(before, 'allocations'), from, values.resourceClass);
    const body = { ...before, allocations: left };
    const isUntyped = service.version.has('1.38') && knownType(before) === undefined;
    if (Object.keys(left).length === 0 && !service.version.has('1.28')) await service.delete(path);
    else if (!isUntyped) await service.put(path, body);
    else {
      const { consumer_type: _, ...older } = body as Thing;
      await service.send({ method: 'PUT', path, body: older, version: '1.37' });
    }
    return held(service, values.consumer);
  },
});

export const allocationDelete = actionCommand('placement', {
  takes: { consumers: someTexts('<consumer>', 'The uuids of consumers.') },
  act: async ({ service, values, outside }) => {
    const work = { verb: 'delete', noun: 'allocation', complain: outside.complain };
    await forEach(values.consumers, work, (each) => service.delete(allocationPath(each)));
  },
});

async function held(service: Service, consumer: string): Promise<readonly Thing[]> {
  const {
    project_id = null,
    user_id = null,
    consumer_type = null,
    ...answer
  } = await service.get(allocationPath(consumer));
  return Object.entries(thingAt(answer, 'allocations')).map(([provider, allocation]) => ({
    resource_provider: provider,
    project_id,
    user_id,
    consumer_type,
    ...(allocation as Thing),
  }));
}

interface AskedAllocation {
  readonly provider: string;
  readonly resources: Readonly<Record<string, number>>;
}

/** 'rp=host1,VCPU=2,MEMORY_MB=512'; what is said of one provider in several of them counts together. */
async function allocationsIn(
  service: Service,
  written: readonly string[],
): Promise<readonly AskedAllocation[]> {
  if (written.length === 0) throw new UsageError('needed: --allocation');
  const found = new Map<string, Record<string, number>>();
  for (const each of written) {
    const parts = each.split(',').map((part) => part.split('='));
    const wrong = new UsageError(
      `--allocation: must be rp=<provider>,<resource_class>=<amount>[,…], not '${each}'`,
    );
    const provider = parts.find(([key]) => key === 'rp')?.[1];
    if (provider === undefined || provider === '' || parts.some((part) => part.length !== 2)) throw wrong;
    const id = await providerId(service, provider);
    const resources = found.get(id) ?? {};
    for (const [name = '', amount = ''] of parts.filter(([key]) => key !== 'rp')) {
      if (!/^\d+$/.test(amount)) throw wrong;
      if (resources[name] !== undefined && resources[name] !== Number(amount))
        throw new UsageError(`--allocation: ${name} of ${provider} is said twice, and not the same`);
      resources[name] = Number(amount);
    }
    if (Object.keys(resources).length === 0) throw wrong;
    found.set(id, resources);
  }
  return [...found].map(([provider, resources]) => ({ provider, resources }));
}

function without(allocations: Thing, providers: readonly string[], classes: readonly string[]): Thing {
  const left: Record<string, Thing> = {};
  for (const [provider, allocation] of Object.entries(allocations)) {
    const isMeant = providers.length === 0 || providers.includes(provider);
    const resources = Object.fromEntries(
      Object.entries(thingAt(allocation as Thing, 'resources')).filter(
        ([name]) => !isMeant || (classes.length > 0 && !classes.includes(name)),
      ),
    );
    if (Object.keys(resources).length > 0) left[provider] = { ...(allocation as Thing), resources };
  }
  return left;
}

/** Undefined for one of which nobody has said what it is. */
function knownType({ consumer_type: type }: Thing): string | undefined {
  return typeof type === 'string' && type !== 'unknown' ? type : undefined;
}

function allocationPath(consumer: string): string {
  return `/allocations/${encodeURIComponent(consumer)}`;
}
