import type { GroupId } from '@berth/compute-engine/ids.ts';
import { keypairId } from '@berth/compute-engine/keypairs/keypair.ts';
import type { Server, ServerPlace } from '@berth/compute-engine/servers/server.ts';
import type { TaskState } from '@berth/compute-engine/servers/server-states.ts';
import { taskStates } from '@berth/compute/records/server-shape.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import type { WorkFile } from '../work-file.ts';
import { highestNumber } from './give-numbers.ts';
import type { Loss } from './loss.ts';
import { novaThingIn } from './nova-thing.ts';

/** What other answers tell of servers. */
export interface ServerFacts {
  readonly flavorNumbers: ReadonlyMap<string, number>;
  readonly groupOf: (serverId: string) => GroupId | null;
  readonly publicKeyOf: (userId: string, name: string) => string | null;
  /** The node of that name; where no name is told, the only one of the host. */
  readonly nodeOf: (host: string, name: string) => { readonly id: ProviderId; readonly name: string } | null;
  /** Whether what is under way may be dropped where it is not known here. */
  readonly allowsBusy: boolean;
}

export function gatherServerFacts(work: WorkFile, allowsBusy: boolean): ServerFacts {
  const nodes = new Map<string, { readonly id: ProviderId; readonly name: string }[]>();
  for (const { line } of work.run(`select line from records where kind = 'node' order by id`).iterate()) {
    const { host, id, name } = novaThingIn('node', String(line)).thing;
    nodes.getOrInsertComputed(host, () => []).push({ id, name });
  }
  const groups = new Map<string, GroupId>();
  for (const { line } of work
    .run(`select line from records where kind = 'server-group' order by id`)
    .iterate()) {
    const { id, members } = novaThingIn('server-group', String(line)).thing;
    for (const member of members) groups.set(member, id);
  }
  return {
    flavorNumbers: flavorNumbersIn(work),
    groupOf: (serverId) => groups.get(serverId) ?? null,
    publicKeyOf: (userId, name) => {
      const line = work.lineOf('keypair', keypairId(userId, name));
      return line === null ? null : novaThingIn('keypair', line).thing.publicKey;
    },
    nodeOf: (host, name) => {
      const ofHost = nodes.get(host) ?? [];
      return (
        (name === '' ? ofHost.length === 1 && ofHost[0] : ofHost.find((node) => node.name === name)) || null
      );
    },
    allowsBusy,
  };
}

/** Also of flavors that are gone and that servers still remember: each has a number that no other has. */
function flavorNumbersIn(work: WorkFile): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const { id, number } of work
    .run(`select id, number from temp.numbers where kind = 'flavor'`)
    .iterate()) {
    numbers.set(String(id), Number(number));
  }
  let last = highestNumber(work, 'flavor');
  const remembered = work.run(
    `select distinct json_extract(line, '$.thing.flavor.id') as id from records where kind = 'server' order by id`,
  );
  for (const { id } of remembered.iterate()) if (!numbers.has(String(id))) numbers.set(String(id), ++last);
  return numbers;
}

/** `told` is the number that it had at the source. */
export function finishServer(
  read: Server,
  facts: ServerFacts,
  told: number,
): { readonly server: Server; readonly losses: readonly Loss[] } {
  const losses: Loss[] = [];
  const what = `server ${read.id}`;
  const lose = (kind: Loss['kind'], detail: string) => void losses.push({ kind, what: `${what}: ${detail}` });
  if (told !== read.number) lose('instance-name', `number ${told} is ${read.number} here`);
  const server: Server = {
    ...read,
    flavor: { ...read.flavor, number: facts.flavorNumbers.get(read.flavor.id) ?? 0 },
    groupId: facts.groupOf(read.id),
    key: keyOf(read, facts, lose),
    place: placeOf(read, facts, lose),
    taskState: taskOf(read, facts, lose),
  };
  return { server, losses };
}

type Lose = (kind: Loss['kind'], detail: string) => void;

function keyOf({ key, userId }: Server, facts: ServerFacts, lose: Lose): Server['key'] {
  if (key === null) return null;
  const publicKey = facts.publicKeyOf(userId, key.name);
  if (publicKey === null) lose('public-key', key.name);
  return { name: key.name, publicKey: publicKey ?? '' };
}

/** A server that lives on a node that nobody knows keeps an id that is none, so that the rules tell it. */
function placeOf({ place, deletedAt }: Server, facts: ServerFacts, lose: Lose): ServerPlace | null {
  if (place === null) return null;
  const node = facts.nodeOf(place.host, place.nodeName);
  if (node !== null) return { ...place, nodeId: node.id, nodeName: node.name };
  if (deletedAt === null) return place;
  lose('node-of-deleted', `${place.nodeName || 'a node'} of ${place.host}`);
  return null;
}

function taskOf({ taskState }: Server, { allowsBusy }: ServerFacts, lose: Lose): TaskState | null {
  if (taskState === null || taskStates.includes(taskState) || !allowsBusy) return taskState;
  lose('task', taskState);
  return null;
}
