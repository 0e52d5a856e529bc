import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { deleteAllocations, getAllocations, putAllocations } from '@berth/client/placement/allocations.ts';
import { putInventories } from '@berth/client/placement/inventories.ts';
import { createProvider, listProviders } from '@berth/client/placement/providers.ts';
import type { ConsumerAllocations } from '@berth/client/placement/records.ts';
import type { Transport } from '@berth/client/transport.ts';
import { unreachable } from '@berth/ledger/unreachable.ts';
import type { Prng } from '@berth/testing/prng.ts';
import type { AuditedWorld, PlacedServer } from './audited-world.ts';
import type { Scene } from './scene.ts';

/** What was done to what somebody holds, and what an audit is to say of it. */
export interface Damage {
  readonly consumer: string;
  /** All that is to be found wrong with it. */
  readonly faults: readonly string[];
  /** What it held before, and is to hold again; null: nothing. */
  readonly before: ConsumerAllocations | null;
}

type Kind = 'leak' | 'leak of a migration' | 'double' | 'move away' | 'remove' | 'change' | 'another class';

const kinds: readonly (readonly [number, Kind])[] = [
  [4, 'leak'],
  [1, 'leak of a migration'],
  [4, 'double'],
  [1, 'move away'],
  [4, 'remove'],
  [2, 'change'],
  [1, 'another class'],
];

/** Does so many things to a Placement that should not be, each to another consumer. */
export async function makeDamages(
  placement: Transport,
  { servers, endedMigrations }: AuditedWorld,
  { count, random }: { readonly count: number; readonly random: Prng },
): Promise<readonly Damage[]> {
  const hosts = await listProviders(placement);
  const gone = await addProvider(placement);
  const victims = random.shuffled(servers);
  const ended = [...endedMigrations];
  const damages: Damage[] = [];
  while (damages.length < count) {
    const kind = random.weighted(kinds);
    const resources = { VCPU: random.between(1, 3), MEMORY_MB: 64, DISK_GB: 1 };
    // Where no server is left to be damaged, something is leaked.
    const victim = kind === 'leak' || kind === 'leak of a migration' ? undefined : victims.pop();
    if (kind === 'leak' || kind === 'leak of a migration' || victim === undefined) {
      const consumer = (kind === 'leak of a migration' ? ended.pop() : undefined) ?? randomUUID();
      const provider = random.chance(0.2) ? gone : random.pick(hosts).uuid;
      const owner = { projectId: 'lost', userId: 'lost', consumerGeneration: null };
      await putAllocations(placement, consumer, { ...owner, allocations: { [provider]: { resources } } });
      damages.push({ consumer, faults: ['orphaned'], before: null });
      continue;
    }
    const others = [gone, ...hosts.filter(({ name }) => name !== victim.host).map(({ uuid }) => uuid)];
    damages.push(await damageServer(placement, victim, kind, { resources, elsewhere: random.pick(others) }));
  }
  return damages;
}

/** A server is evacuated from a host that is down: as long as that does not come back, it holds something of both. */
export async function evacuateServer(
  { maker, placement }: Pick<Scene, 'maker' | 'placement'>,
  { id, host }: PlacedServer,
): Promise<Damage> {
  await maker.ask(`POST /_oracle/hosts/${host}/stop`);
  await maker.ask(`POST /servers/${id}/action`, { body: { evacuate: {} } });
  await maker.settle();
  const held = await getAllocations(placement, id);
  const source = (await listProviders(placement)).find(({ name }) => name === host)?.uuid ?? '';
  assert.equal(Object.keys(held?.allocations ?? {}).length, 2);
  assert.ok(held !== null);
  const { [source]: left, ...allocations } = held.allocations;
  assert.ok(left !== undefined);
  return { consumer: id, faults: ['doubled'], before: { ...held, allocations } };
}

async function damageServer(
  placement: Transport,
  { id }: PlacedServer,
  kind: Exclude<Kind, 'leak' | 'leak of a migration'>,
  { resources, elsewhere }: { readonly resources: Record<string, number>; readonly elsewhere: string },
): Promise<Damage> {
  const before = await getAllocations(placement, id);
  assert.ok(before !== null);
  const put = (allocations: ConsumerAllocations['allocations']) =>
    putAllocations(placement, id, { ...before, allocations });
  const [[home, { resources: held }] = ['', { resources: {} }]] = Object.entries(before.allocations);
  const damage = (...faults: string[]) => ({ consumer: id, faults, before });
  switch (kind) {
    case 'double':
      await put({ ...before.allocations, [elsewhere]: { resources } });
      return damage('doubled');
    case 'move away':
      await put({ [elsewhere]: { resources: held } });
      return damage('doubled', 'different');
    case 'remove':
      await deleteAllocations(placement, id);
      return damage('missing');
    case 'change':
      await put({ [home]: { resources: { ...held, MEMORY_MB: (held['MEMORY_MB'] ?? 0) + 1 } } });
      return damage('different');
    case 'another class': {
      const { DISK_GB, ...others } = held;
      await put({ [home]: { resources: DISK_GB === undefined ? { ...others, DISK_GB: 7 } : others } });
      return damage('different');
    }
    default:
      return unreachable(kind);
  }
}

/** As of a host that is no more. */
async function addProvider(placement: Transport): Promise<string> {
  const { uuid, generation } = await createProvider(placement, { uuid: randomUUID(), name: 'gone' });
  const inventories = Object.fromEntries(
    ['VCPU', 'MEMORY_MB', 'DISK_GB'].map((name) => [name, { total: 10_000 }]),
  );
  await putInventories(placement, uuid, { generation, inventories });
  return uuid;
}
