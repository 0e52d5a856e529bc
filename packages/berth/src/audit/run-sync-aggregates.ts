import { unreachable } from '@berth/ledger/unreachable.ts';
import type { CommandContext, ExitCode } from '../commands/command.ts';
import { ownArguments } from '../commands/own-arguments.ts';
import { loadConfig } from '../config/load-config.ts';
import { askedComputeUrl, askedLook, lookingOptions } from './asked-audit.ts';
import { openAuditedCloud } from './open-audited-cloud.ts';
import { type HostOutcome, syncAggregates } from './sync-aggregates.ts';
import { count } from './tell-findings.ts';

/** The command `berth sync-aggregates`. */
export async function runSyncAggregates(context: CommandContext): Promise<ExitCode> {
  const { settle: _, ...looking } = lookingOptions;
  const own = { ...looking, 'dry-run': 'switch' } as const;
  const { values, switches, positionals, rest } = ownArguments(context.args, own);
  const { config } = loadConfig({ ...context, args: [...positionals, ...rest] });
  const isDryRun = switches.has('dry-run');
  const options = askedLook(values, context);
  await using cloud = openAuditedCloud(config, context.environment, askedComputeUrl(values));

  const outcomes = await syncAggregates(cloud, { ...options, isDryRun });
  if (switches.has('json')) context.print(JSON.stringify({ dry_run: isDryRun, hosts: outcomes }, null, 2));
  else tellInSentences(outcomes, isDryRun, context);
  return exitCodeOf(outcomes);
}

function tellInSentences(
  outcomes: readonly HostOutcome[],
  isDryRun: boolean,
  { print, complain }: CommandContext,
): void {
  for (const outcome of outcomes) {
    if (outcome.kind === 'same') continue;
    if (outcome.kind === 'added') {
      const names = outcome.aggregates.map(({ name, uuid }) => `${name} (${uuid})`).join(', ');
      print(`${outcome.host} (${outcome.provider}) ${isDryRun ? 'would be' : 'was'} added to ${names}`);
    } else complain(`berth: host ${outcome.host}: ${problemText(outcome)}`);
  }
  const added = outcomes.filter(({ kind }) => kind === 'added').length;
  const same = outcomes.filter(({ kind }) => kind === 'same').length;
  const failed = outcomes.length - added - same;
  const parts = [
    `${same} ${same === 1 ? 'was' : 'were'} as at Nova`,
    `${added} ${isDryRun ? 'would be' : added === 1 ? 'was' : 'were'} added to aggregates`,
    ...(failed === 0 ? [] : [`${failed} could not be looked after`]),
  ];
  print(
    `${count(outcomes.length, 'host')} in aggregates: ${parts.join('; ')}.${isDryRun ? ' Nothing was changed.' : ''}`,
  );
}

function problemText(outcome: Exclude<HostOutcome, { readonly kind: 'same' | 'added' }>): string {
  switch (outcome.kind) {
    case 'several-nodes':
      return `it has several nodes (${outcome.nodes.join(', ')}), and nobody can tell which of them is in its aggregates`;
    case 'no-host':
      return 'Nova knows no such compute host: does it have to be discovered (nova-manage cell_v2 discover_hosts)?';
    case 'no-node':
      return 'Nova knows no node of it: does its nova-compute have to be restarted?';
    case 'no-provider':
      return `Placement has no provider ${outcome.provider}: does its nova-compute have to be restarted?`;
    case 'failed':
      return `its provider ${outcome.provider} could not be put into its aggregates: ${outcome.why}`;
    default:
      return unreachable(outcome);
  }
}

/** The original ends at the first of the first two, and tells the last of the others: so does this, having gone on. */
const codes: readonly (readonly [HostOutcome['kind'], ExitCode])[] = [
  ['several-nodes', 1],
  ['failed', 3],
  ['no-provider', 6],
  ['no-node', 5],
  ['no-host', 4],
];

function exitCodeOf(outcomes: readonly HostOutcome[]): ExitCode {
  const kinds = new Set(outcomes.map(({ kind }) => kind));
  return codes.find(([kind]) => kinds.has(kind))?.[1] ?? 0;
}
