import { unreachable } from '@berth/ledger/unreachable.ts';
import type { Held } from './place-amounts.ts';
import { heldText } from '../host/held-text.ts';
import type { Audit, Finding } from './audit-cloud.ts';
import { type Fault, type FaultKind, faultKinds } from './judge-consumer.ts';
import type { RepairOutcome } from './repair-consumer.ts';

/** What each kind is called, and what it means. */
const titles: Readonly<Record<FaultKind, string>> = {
  orphaned: 'Orphaned allocations: of consumers that are neither a server nor a migration in progress',
  doubled: 'Doubled allocations: servers that hold something of hosts on which they are not',
  missing: 'Missing allocations: servers on a host that hold nothing',
  different: 'Wrong allocations: servers that do not hold what their flavor asks for',
  owner: 'Allocations of others: told as those of another project or user than the server has',
  nowhere: 'Servers on a node that Nova does not list',
};

/** All that was found, for people. A consumer of which several things are wrong is told under the first. */
export function* findingLines({ findings, providers, knowledge }: AuditTold): Generator<string> {
  const { names } = knowledge.picture;
  const byKind = Map.groupBy(findings, ({ faults }) => faultKinds.find((kind) => has(faults, kind)));
  for (const kind of faultKinds) {
    const found = byKind.get(kind) ?? [];
    if (found.length === 0) continue;
    yield `${titles[kind]} (${found.length})`;
    for (const finding of found) yield* consumerLines(finding, names);
    yield '';
  }
  if (providers.length === 0) return;
  yield `Providers without a host: Nova has no node of their uuid (${providers.length})`;
  for (const { uuid, name, consumers } of providers) {
    yield `  ${name} (${uuid}), of which ${consumers === 0 ? 'nothing is held' : `${consumers} ${consumers === 1 ? 'consumer holds' : 'consumers hold'} something`}`;
  }
  yield '';
}

export type AuditTold = Pick<Audit, 'findings' | 'providers' | 'knowledge'>;

function has(faults: readonly Fault[], kind: FaultKind): boolean {
  return faults.some((fault) => fault.kind === kind);
}

function* consumerLines(finding: Finding, names: ReadonlyMap<string, string>): Generator<string> {
  const { facts, faults, repair } = finding;
  yield `  ${consumerName(finding)}${whereabouts(finding)}`;
  for (const fault of faults) {
    const text = faultText(fault, names);
    if (text !== null) yield `    ${text}`;
  }
  yield `    holds:     ${textOf(facts.held?.allocations ?? {}, names)}`;
  if (repair.kind === 'none') yield `    cannot be repaired: ${repair.why}`;
  else yield `    should be: ${textOf(repair.after, names)}`;
}

export function consumerName({ facts: { uuid, server } }: Finding): string {
  return server === null ? `consumer ${uuid}` : `server ${uuid} (${server.name})`;
}

function whereabouts({ facts: { server } }: Finding): string {
  if (server === null) return '';
  return server.host === null ? `, ${server.vmState}, on no host` : `, ${server.vmState}, on ${server.host}`;
}

function faultText(fault: Fault, names: ReadonlyMap<string, string>): string | null {
  switch (fault.kind) {
    case 'orphaned':
      return fault.migration === null
        ? null
        : `It was a ${fault.migration.type} of server ${fault.migration.serverId}, which has ended (${fault.migration.status}).`;
    case 'doubled':
      return `Not its own: what it holds of ${fault.providers.map((uuid) => names.get(uuid) ?? uuid).join(', ')}.`;
    case 'different':
      return `Not as its flavor says: ${fault.classes.join(', ')}.`;
    case 'owner':
      return 'Told as those of another project or user.';
    case 'missing':
    case 'nowhere':
      return null;
    default:
      return unreachable(fault);
  }
}

function textOf(held: Held, names: ReadonlyMap<string, string>): string {
  return heldText(
    Object.fromEntries(Object.entries(held).map(([uuid, { resources }]) => [uuid, resources])),
    names,
  );
}

export function outcomeText(outcome: RepairOutcome): string {
  switch (outcome.kind) {
    case 'repaired':
      return 'repaired';
    case 'changed':
      return 'has changed since it was found, and was left alone';
    case 'failed':
      return `could not be repaired: ${outcome.why}`;
    default:
      return unreachable(outcome);
  }
}

/** What was looked at, in a sentence or two. */
export function summaryOf({ hosts, servers, consumers, busy, findings, providers }: Audit): string {
  const looked = `${count(hosts, 'host')}, ${count(servers, 'server')} and ${count(consumers, 'consumer')} were looked at.`;
  const left =
    busy.length === 0
      ? ''
      : ` ${count(busy.length, 'consumer')} had something under way, and can be judged later.`;
  const parts = [
    ...(findings.length === 0 ? [] : [`${count(findings.length, 'consumer')} with something wrong`]),
    ...(providers.length === 0 ? [] : [`${count(providers.length, 'provider')} without a host`]),
  ];
  return `${looked}${left} ${parts.length === 0 ? 'Nothing is wrong.' : `Found: ${parts.join(', ')}.`}`;
}

export function count(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : `${noun}s`}`;
}
