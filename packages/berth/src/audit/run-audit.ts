import type { CommandContext, ExitCode } from '../commands/command.ts';
import { ownArguments } from '../commands/own-arguments.ts';
import { ConfigError } from '../config/config-error.ts';
import { loadConfig } from '../config/load-config.ts';
import { askedComputeUrl, askedLook, lookingOptions } from './asked-audit.ts';
import { type Audit, auditCloud, isRepairable } from './audit-cloud.ts';
import { auditAsJson } from './findings-as-json.ts';
import { faultKinds } from './judge-consumer.ts';
import { openAuditedCloud } from './open-audited-cloud.ts';
import { type RepairOutcome, repairConsumer } from './repair-consumer.ts';
import { consumerName, count, findingLines, outcomeText, summaryOf } from './tell-findings.ts';

/** The command `berth audit`: look, tell, and where it is wanted repair. */
export async function runAudit(context: CommandContext): Promise<ExitCode> {
  const own = { ...lookingOptions, fix: 'switch', yes: 'switch', owners: 'switch' } as const;
  const { values, switches, positionals, rest } = ownArguments(context.args, own);
  const { config } = loadConfig({ ...context, args: [...positionals, ...rest] });
  if (switches.has('yes') && !switches.has('fix')) throw new ConfigError(['--yes: goes with --fix only']);
  const options = {
    ...askedLook(values, context),
    heeded: faultKinds,
    looksAtOwners: switches.has('owners'),
    looksAtProviders: true,
  };
  await using cloud = openAuditedCloud(config, context.environment, askedComputeUrl(values));

  const isJson = switches.has('json');
  const audit = await auditCloud(cloud, options);
  if (!isJson) for (const line of findingLines(audit)) context.print(line);
  const outcomes = new Map<string, RepairOutcome>();
  const say = isJson ? context.complain : context.print;
  if (switches.has('fix') && (await mayRepair(audit, context, switches.has('yes')))) {
    for (const finding of audit.findings.filter(isRepairable)) {
      if (options.signal.aborted) break;
      const outcome = await repairConsumer(cloud, audit.knowledge, finding);
      outcomes.set(finding.facts.uuid, outcome);
      say(`${consumerName(finding)}: ${outcomeText(outcome)}`);
    }
  }
  if (isJson) context.print(JSON.stringify(auditAsJson(audit, outcomes), null, 2));
  else context.print(summaryOf(audit));
  const repairable = audit.findings.filter(isRepairable).length;
  if (!switches.has('fix') && repairable > 0) {
    context.complain(`berth audit --fix repairs ${count(repairable, 'consumer')}.`);
  }
  return exitCodeOf(audit, outcomes);
}

async function mayRepair(
  { findings }: Audit,
  { confirm, complain }: CommandContext,
  isYes: boolean,
): Promise<boolean> {
  const repairable = findings.filter(isRepairable).length;
  if (repairable === 0) return false;
  if (isYes) return true;
  if (confirm === undefined) {
    complain('berth: nobody can be asked here, so nothing was repaired; --yes repairs without asking.');
    return false;
  }
  return await confirm(`Repair ${count(repairable, 'consumer')}?`);
}

function exitCodeOf({ findings, providers }: Audit, outcomes: ReadonlyMap<string, RepairOutcome>): ExitCode {
  if (findings.length + providers.length === 0) return 0;
  if (outcomes.values().some(({ kind }) => kind === 'failed')) return 1;
  const repaired = outcomes.values().filter(({ kind }) => kind === 'repaired');
  return providers.length === 0 && [...repaired].length === findings.length ? 4 : 3;
}
