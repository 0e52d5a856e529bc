import { findServer } from '@berth/client/compute/servers.ts';
import type { CommandContext, ExitCode } from '../commands/command.ts';
import { countOption } from '../commands/count-option.ts';
import { ownArguments } from '../commands/own-arguments.ts';
import { ConfigError } from '../config/config-error.ts';
import { loadConfig } from '../config/load-config.ts';
import { askedComputeUrl, askedLook, lookingOptions } from './asked-audit.ts';
import { type AuditOptions, examineSuspects, type Finding, isRepairable } from './audit-cloud.ts';
import { type AuditedCloud, CloudPicture } from './cloud-picture.ts';
import { findSuspects } from './find-suspects.ts';
import { findingAsJson } from './findings-as-json.ts';
import type { FaultKind } from './judge-consumer.ts';
import { openAuditedCloud } from './open-audited-cloud.ts';
import { type RepairOutcome, repairConsumer } from './repair-consumer.ts';
import { consumerName, count, findingLines, outcomeText } from './tell-findings.ts';

/** What the original heals, and by force what else is wrong with one server. */
const healed: readonly FaultKind[] = ['missing', 'owner', 'nowhere'];
const forced: readonly FaultKind[] = [...healed, 'doubled', 'different'];

const ownOptions = {
  ...lookingOptions,
  'dry-run': 'switch',
  'max-count': 'text',
  instance: 'text',
  force: 'switch',
  'skip-port-allocations': 'switch',
} as const;

/** The command `berth heal-allocations`. */
export async function runHealAllocations(context: CommandContext): Promise<ExitCode> {
  const { values, switches, positionals, rest } = ownArguments(context.args, ownOptions);
  const { config } = loadConfig({ ...context, args: [...positionals, ...rest] });
  const isForced = switches.has('force');
  if (isForced && values.instance === undefined) throw new ConfigError(['--force: needs --instance']);
  const max = values['max-count'] ?? String(Number.MAX_SAFE_INTEGER);
  const countMax = countOption('--max-count', max, Number.MAX_SAFE_INTEGER);
  const options: AuditOptions = {
    ...askedLook(values, context),
    heeded: isForced ? forced : healed,
    looksAtOwners: true,
    looksAtProviders: false,
  };
  await using cloud = openAuditedCloud(config, context.environment, askedComputeUrl(values));

  const first = await CloudPicture.read(cloud);
  const suspects = await serversToHeal(cloud, first, values.instance ?? null, options);
  const { findings, knowledge, busy } = await examineSuspects(cloud, { first, suspects }, options);
  // A server that holds something needs no node to be found, unless it is to hold something else.
  const wrong = findings.filter(
    ({ facts, faults }) => isForced || facts.held === null || faults.some(({ kind }) => kind !== 'nowhere'),
  );
  const isJson = switches.has('json');
  const say = isJson ? context.complain : context.print;
  if (!isJson) {
    for (const line of findingLines({ findings: wrong, providers: [], knowledge })) context.print(line);
  }
  const healable = wrong.filter(isRepairable).slice(0, countMax);
  const outcomes = new Map<string, RepairOutcome>();
  for (const finding of switches.has('dry-run') ? [] : healable) {
    if (options.signal.aborted) break;
    const outcome = await repairConsumer(cloud, knowledge, finding);
    outcomes.set(finding.facts.uuid, outcome);
    say(`${consumerName(finding)}: ${outcomeText(outcome)}`);
  }
  if (isJson) context.print(JSON.stringify(asJson(wrong, busy, outcomes), null, 2));
  else context.print(summary(wrong, busy, outcomes));
  return exitCodeOf(wrong, outcomes, wrong.filter(isRepairable).length > countMax);
}

async function serversToHeal(
  cloud: AuditedCloud,
  picture: CloudPicture,
  instance: string | null,
  options: AuditOptions,
): Promise<ReadonlySet<string>> {
  if (instance === null) return (await findSuspects(cloud, picture, options)).suspects;
  if ((await findServer(cloud.compute, instance)) === null) {
    throw new ConfigError([`--instance: Nova has no server '${instance}'`]);
  }
  return new Set([instance]);
}

function asJson(
  findings: readonly Finding[],
  busy: readonly string[],
  outcomes: ReadonlyMap<string, RepairOutcome>,
) {
  return {
    summary: { found: findings.length, healed: healedIn(outcomes), busy: busy.length },
    findings: findings.map((finding) => findingAsJson(finding, outcomes.get(finding.facts.uuid))),
    busy,
  };
}

function summary(
  findings: readonly Finding[],
  busy: readonly string[],
  outcomes: ReadonlyMap<string, RepairOutcome>,
): string {
  const done = `${count(findings.length, 'server')} found to heal, ${healedIn(outcomes)} healed.`;
  return busy.length === 0 ? done : `${done} ${count(busy.length, 'server')} had something under way.`;
}

function healedIn(outcomes: ReadonlyMap<string, RepairOutcome>): number {
  return outcomes.values().reduce((sum, { kind }) => sum + (kind === 'repaired' ? 1 : 0), 0);
}

function exitCodeOf(
  findings: readonly Finding[],
  outcomes: ReadonlyMap<string, RepairOutcome>,
  hasMore: boolean,
): ExitCode {
  if (findings.some(({ faults }) => faults.some(({ kind }) => kind === 'nowhere'))) return 2;
  if (outcomes.values().some(({ kind }) => kind === 'failed')) return 3;
  if (findings.some((each) => !isRepairable(each))) return 8;
  if (healedIn(outcomes) === 0) return 4;
  return hasMore ? 1 : 0;
}
