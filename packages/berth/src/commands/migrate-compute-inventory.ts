import { JournalMissing } from '@berth/ledger/journal/journal-errors.ts';
import { ConfigError } from '../config/config-error.ts';
import { ledgerName } from '../config/ledger-place.ts';
import { loadConfig } from '../config/load-config.ts';
import { type Config, settingsOfSection } from '../config/settings.ts';
import { shownArgument } from '../config/shown-argument.ts';
import { createLog } from '../log/log.ts';
import { standardError } from '../log/standard-error.ts';
import { Progress } from '../moving/progress.ts';
import { ledgerOf } from '../opening/ledger.ts';
import type { MigrationCounts } from '../offline/migrate-nodes.ts';
import { tellAsJson } from '../offline/tell-as-json.ts';
import { tellInSentences } from '../offline/tell-in-sentences.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';
import { ownArguments } from './own-arguments.ts';

export const migrateComputeInventory: Command = {
  description: `For upgrades in which services are down: does with each node of the driver what its host would do when it starts, on the ledger
itself. Where inventory has to move to other providers or classes, what consumers hold of it moves along, in one step for each
node. Where all is as the driver says, nothing is written. What was interrupted is taken up by running it again. The ledger
must not be in use: a service that has it open is named, and nothing is done. See docs/hosts.md.

Ends with status 0 when all nodes are as they should be, 1 when one of them could not be brought there (all others are, and each
that failed is named with its reason), when it was interrupted or the ledger is in use, and 2 when an option is wrong.

  --dry-run
      Only tell what would move: each consumer, with what it holds before and after, and every reason for which it would be
      refused. Nothing is changed. A ledger in PostgreSQL may be in use.
  --json
      Print a line of JSON for each node, and one for all of them at the end.
  --nodes FILE
      Only these nodes of the driver: a name or uuid on each line.`,
  settings: ['ledgerPath', 'ledgerSchema', 'leaseMs', ...settingsOfSection('host'), 'logLevel', 'logFormat'],
  run,
};

const ownOptions = { 'dry-run': 'switch', json: 'switch', nodes: 'text' } as const;

async function run(context: CommandContext): Promise<ExitCode> {
  const { values, switches, positionals, rest } = ownArguments(context.args, ownOptions);
  const { config } = loadConfig({ ...context, args: rest });
  const [unexpected] = positionals;
  if (unexpected !== undefined) throw new ConfigError([`${shownArgument(unexpected)}: not expected here`]);

  const counts = await migrate(context, config, {
    isDryRun: switches.has('dry-run'),
    isJson: switches.has('json'),
    nodesFile: values.nodes ?? null,
  });
  return counts.byKind.failed > 0 || counts.left > 0 ? 1 : 0;
}

interface Wanted {
  readonly isDryRun: boolean;
  readonly isJson: boolean;
  readonly nodesFile: string | null;
}

async function migrate(
  context: CommandContext,
  config: Config,
  { isDryRun, isJson, nodesFile }: Wanted,
): Promise<MigrationCounts> {
  const { print, complain, logTarget = standardError } = context;
  // Loaded when they are needed: no other command has hosts.
  const [{ loadHost }, { chooseNodes }, { migrateNodes }, direct, trial] = await Promise.all([
    import('../host/load-host.ts'),
    import('../offline/choose-nodes.ts'),
    import('../offline/migrate-nodes.ts'),
    import('../direct/with-placement-direct.ts'),
    import('../direct/with-placement-trial.ts'),
  ]);
  await using cleanUp = new AsyncDisposableStack();
  const host = await loadHost(config, {
    warn: (text) => complain(`berth: ${text}`),
    // A dry run makes nothing, not even a host.
    isTrial: isDryRun,
  });
  cleanUp.defer(() => host.driver.close?.());
  const all = await host.driver.nodes();
  const nodes = nodesFile === null ? all : chooseNodes(all, readNodes(context, nodesFile), nodesFile);
  // A name that is misspelled would be a new ledger, in which there is nothing to move.
  if (!ledgerOf(config).mayExist()) throw new JournalMissing(config.ledgerPath.path);

  const told = { ledger: ledgerName(config.ledgerPath), isDryRun, print, complain };
  const tell = isJson ? tellAsJson(told) : tellInSentences(told, new Progress(logTarget));
  const stopping = new AbortController();
  void context.stopSignal().then((signal) => stopping.abort(signal));
  const withPlacement = isDryRun ? trial.withPlacementTrial : direct.withPlacementDirect;
  const counts = await withPlacement(
    config,
    (placement) => {
      tell.begin?.(nodes.length);
      const onOutcome = tell.node.bind(tell);
      return migrateNodes(placement, { host, nodes, isDryRun, signal: stopping.signal, onOutcome });
    },
    { log: createLog(config, logTarget) },
  );
  // Told when it is stored and closed.
  tell.end(counts);
  return counts;
}

function readNodes({ readText }: CommandContext, file: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw new ConfigError([`--nodes: ${error instanceof Error ? error.message : String(error)}`]);
  }
}
