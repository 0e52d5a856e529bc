import { isInProgress, type MigrationRecord } from '@berth/client/compute/migrations.ts';
import type { ServerRecord } from '@berth/client/compute/servers.ts';
import type { Resources, TypedAllocations } from '@berth/client/placement/records.ts';
import type { CloudPicture } from './cloud-picture.ts';
import { wantedAmounts, wrongAmounts } from './wanted-amounts.ts';

/** What was read of one consumer, in one go. */
export interface ConsumerFacts {
  readonly uuid: string;
  /** Null: it holds nothing. */
  readonly held: TypedAllocations | null;
  /** Null: Nova has no server of that id. */
  readonly server: ServerRecord | null;
  /** Those of the server that are in progress; where there is no server, the migration of that uuid, whether or not it has ended. */
  readonly migrations: readonly MigrationRecord[];
}

/** What is wrong with what a consumer holds. */
export type Fault =
  /** It is neither a server nor a migration in progress; `migration`: one that has ended. */
  | { readonly kind: 'orphaned'; readonly migration: MigrationRecord | null }
  /** A server that holds something of hosts on which it is not. */
  | { readonly kind: 'doubled'; readonly providers: readonly string[] }
  /** A server on a host that holds nothing at all. */
  | { readonly kind: 'missing' }
  /** A server that does not hold what its flavor asks for, in these classes. */
  | { readonly kind: 'different'; readonly classes: readonly string[] }
  /** What a server holds is told as another project's, or another user's. */
  | { readonly kind: 'owner' }
  /** A server on a node that Nova does not list, so that nobody can tell what it should hold. */
  | { readonly kind: 'nowhere' };

export type FaultKind = Fault['kind'];

/** As they are told, the worst for capacity first. */
export const faultKinds = [
  'orphaned',
  'doubled',
  'missing',
  'different',
  'owner',
  'nowhere',
] as const satisfies readonly FaultKind[];

export type Judgement = readonly Fault[] | 'busy';

/** What is wrong with a consumer, as far as that can be told now: a server that is being moved, made or deleted is not judged. */
export function judgeConsumer(facts: ConsumerFacts, picture: CloudPicture): Judgement {
  const { server, held } = facts;
  if (server === null) return held === null ? [] : judgeStranger(held, facts.migrations);
  if (isBusy(server, facts.migrations)) return 'busy';
  return [...serverFaults(server, held, picture)];
}

/** Classes that only servers hold. Others may be what another service gives to consumers of its own. */
const classesOfServers = new Set([
  'VCPU',
  'PCPU',
  'MEMORY_MB',
  'DISK_GB',
  'VGPU',
  'MEM_ENCRYPTION_CONTEXT',
  'NET_BW_EGR_KILOBIT_PER_SEC',
  'NET_BW_IGR_KILOBIT_PER_SEC',
]);
const typesOfNova: readonly (string | null)[] = [null, 'INSTANCE', 'MIGRATION'];

function judgeStranger(held: TypedAllocations, migrations: readonly MigrationRecord[]): Judgement {
  const migration = migrations[0] ?? null;
  if (!typesOfNova.includes(held.consumerType)) return [];
  const classes = Object.values(held.allocations).flatMap(({ resources }) => Object.keys(resources));
  if (!classes.some((name) => classesOfServers.has(name))) return [];
  if (migration !== null && isInProgress(migration)) return [];
  return [{ kind: 'orphaned', migration }];
}

/**
 * Whether something is being done with a server that may change what it holds. One that was resized and waits for somebody to confirm it is
 * at rest; a build has moments in which no task is told.
 */
export function isBusy(server: ServerRecord, migrations: readonly MigrationRecord[]): boolean {
  return (
    server.taskState !== null ||
    server.vmState === 'building' ||
    migrations.some((each) => isInProgress(each) && each.status !== 'finished')
  );
}

function* serverFaults(
  server: ServerRecord,
  held: TypedAllocations | null,
  picture: CloudPicture,
): Generator<Fault> {
  const node = server.host === null ? null : picture.nodeOf(server.host, server.nodeName ?? '');
  if (server.host !== null && node === null) {
    yield { kind: 'nowhere' };
    return;
  }
  if (held === null) {
    if (node !== null) yield { kind: 'missing' };
    return;
  }
  const elsewhere = Object.keys(held.allocations).filter((provider) => {
    const root = picture.rootOf(provider);
    // A provider that has come since is nothing to judge by.
    if (root === null || root === node?.uuid) return false;
    return node === null || picture.ownerOf(root).kind !== 'sharing';
  });
  if (elsewhere.length > 0) yield { kind: 'doubled', providers: elsewhere };
  if (held.projectId !== server.projectId || held.userId !== server.userId) yield { kind: 'owner' };
  if (node === null) return;
  const classes = wrongAmounts(sumOf(held, new Set(elsewhere)), wantedAmounts(server));
  if (classes.length > 0) yield { kind: 'different', classes };
}

/** Over all providers but these. */
export function sumOf(
  { allocations }: Pick<TypedAllocations, 'allocations'>,
  without: ReadonlySet<string>,
): Resources {
  const sums: Resources = {};
  for (const [provider, { resources }] of Object.entries(allocations)) {
    if (without.has(provider)) continue;
    for (const [name, amount] of Object.entries(resources)) sums[name] = (sums[name] ?? 0) + amount;
  }
  return sums;
}
