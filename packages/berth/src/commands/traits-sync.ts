import { ledgerName } from '../config/ledger-place.ts';
import { loadConfig } from '../config/load-config.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import { createLog } from '../log/log.ts';
import { standardError } from '../log/standard-error.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';

export const traitsSync: Command = {
  description: `Adds the standard traits and resource classes that this version of berth knows and the ledger does not. berth serve
does the same when it starts; this is for doing it beforehand. The ledger must not be in use.`,
  settings: ['ledgerPath', 'ledgerSchema', 'leaseMs', 'logLevel', 'logFormat'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { config } = loadConfig(context);
  // What it prints is its result, so the log goes elsewhere.
  const log = createLog(config, context.logTarget ?? standardError);
  const cloud = await context.openCloud(config, log, new EventCounts());
  await cloud.announce(null);
  await cloud.close();
  const { seeded } = cloud;
  for (const name of seeded) context.print(name);
  context.print(
    `${ledgerName(config.ledgerPath)}: ${seeded.length === 0 ? 'nothing new' : `${seeded.length} traits and classes added`}`,
  );
  return 0;
}
