import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isInProgress, listMigrations, type MigrationRecord } from '@berth/client/compute/migrations.ts';
import { forEachOf } from '../moving/source/for-each-of.ts';
import { type AuditedCloud, CloudPicture } from './cloud-picture.ts';
import { examineConsumer, type Examined, type Knowledge } from './examine-consumer.ts';
import { findSuspects, type Looking } from './find-suspects.ts';
import { type HostlessProvider, hostlessProviders } from './hostless-providers.ts';
import type { ConsumerFacts, Fault, FaultKind } from './judge-consumer.ts';
import { planRepair, type Repair } from './plan-repair.ts';

/** A consumer of which something is wrong, found so twice. */
export interface Finding {
  readonly facts: ConsumerFacts;
  /** At least one. */
  readonly faults: readonly Fault[];
  readonly repair: Repair;
}

export function isRepairable({ repair }: Finding): boolean {
  return repair.kind === 'write';
}

export interface Audit {
  readonly hosts: number;
  readonly servers: number;
  readonly consumers: number;
  /** Consumers that were being moved, made or deleted, so that nothing can be said of them. */
  readonly busy: readonly string[];
  readonly findings: readonly Finding[];
  readonly providers: readonly HostlessProvider[];
  /** What is needed to look at one of them again. */
  readonly knowledge: Knowledge;
}

export interface AuditOptions extends Looking {
  /** What is looked for in consumers. */
  readonly heeded: readonly FaultKind[];
  /** Whether providers without a host are looked for. */
  readonly looksAtProviders: boolean;
  /** Between the two looks at whoever is accused. */
  readonly settleMs: number;
}

/**
 * Compares what Nova has with what Placement says of it. What looks wrong at the first, cheap look is examined one by one, and after a while
 * again: only what is the same both times is a finding, so that nothing that was merely under way is.
 */
export async function auditCloud(cloud: AuditedCloud, options: AuditOptions): Promise<Audit> {
  const first = await CloudPicture.read(cloud);
  const { suspects, servers, consumers } = await findSuspects(cloud, first, options);
  return {
    ...(await examineSuspects(cloud, { first, suspects }, options)),
    hosts: new Set(first.nodes.map(({ host }) => host)).size,
    servers,
    consumers,
  };
}

export interface Suspects {
  readonly first: CloudPicture;
  readonly suspects: ReadonlySet<string>;
}

/** Looks at each of these closely, twice. */
export async function examineSuspects(
  cloud: AuditedCloud,
  { first, suspects }: Suspects,
  options: AuditOptions,
): Promise<Pick<Audit, 'busy' | 'findings' | 'providers' | 'knowledge'>> {
  const { settleMs, signal, heeded, looksAtProviders } = options;
  const hostless = looksAtProviders ? await hostlessProviders(cloud, first) : [];
  let knowledge = { heeded, ...(await learn(cloud, first, suspects)) };
  const before = await examineAll(cloud, knowledge, suspects, options);
  const accused = Array.from(before)
    .filter(([, { judgement }]) => judgement === 'busy' || judgement.length > 0)
    .map(([uuid]) => uuid);
  if (accused.length === 0 && hostless.length === 0) {
    return { busy: [], findings: [], providers: [], knowledge };
  }
  await pause(settleMs, undefined, { signal });
  knowledge = { heeded, ...(await learn(cloud, await CloudPicture.read(cloud), suspects)) };
  const { picture } = knowledge;
  const after = await examineAll(cloud, knowledge, new Set(accused), options);
  const busy: string[] = [];
  const findings: Finding[] = [];
  for (const [uuid, { facts, judgement }] of after) {
    if (judgement === 'busy') busy.push(uuid);
    else if (judgement.length > 0 && isSame(before.get(uuid), { facts, judgement })) {
      const repair = await planRepair(cloud, picture, facts, judgement);
      findings.push({ facts, faults: judgement, repair });
    }
  }
  const still = new Set(
    (looksAtProviders ? await hostlessProviders(cloud, picture) : []).map(({ uuid }) => uuid),
  );
  return { busy, findings, providers: hostless.filter(({ uuid }) => still.has(uuid)), knowledge };
}

/** The same is wrong, and nobody has written what is held in between. */
export function isSame(one: Examined | undefined, other: Examined): boolean {
  return (
    one !== undefined &&
    isDeepStrictEqual(one.judgement, other.judgement) &&
    isDeepStrictEqual(holdingIn(one), holdingIn(other))
  );
}

/** Without the generations of providers, which others change by what they hold there. */
function holdingIn({ facts: { held } }: Examined) {
  if (held === null) return null;
  const { allocations, consumerGeneration } = held;
  return {
    consumerGeneration,
    allocations: Object.entries(allocations).map(([uuid, { resources }]) => [uuid, resources]),
  };
}

async function learn(
  { compute }: AuditedCloud,
  picture: CloudPicture,
  suspects: ReadonlySet<string>,
): Promise<Pick<Knowledge, 'picture' | 'migrations'>> {
  const pick = (each: MigrationRecord) => isInProgress(each) || suspects.has(each.uuid);
  const migrations = suspects.size === 0 ? [] : await listMigrations(compute, { pick });
  return { picture, migrations: new Map(migrations.map((each) => [each.uuid, each])) };
}

async function examineAll(
  cloud: AuditedCloud,
  knowledge: Knowledge,
  suspects: ReadonlySet<string>,
  { concurrency, progress, signal }: Looking,
): Promise<ReadonlyMap<string, Examined>> {
  const examined = new Map<string, Examined>();
  if (suspects.size === 0) return examined;
  progress.start('suspects', suspects.size);
  let done = 0;
  await forEachOf(suspects, concurrency, async (uuid) => {
    signal.throwIfAborted();
    examined.set(uuid, await examineConsumer(cloud, knowledge, uuid));
    progress.at((done += 1));
  });
  progress.end(done);
  return examined;
}
