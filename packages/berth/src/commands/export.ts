import { ConfigError } from '../config/config-error.ts';
import { ledgerName } from '../config/ledger-place.ts';
import { loadConfig } from '../config/load-config.ts';
import { shownArgument } from '../config/shown-argument.ts';
import { LedgerRecords } from '../moving/ledger-records.ts';
import { openOutput } from '../moving/output.ts';
import { ownArguments } from './own-arguments.ts';
import { writeExport } from '../moving/write-export.ts';
import { storedCloud, cloudProjections } from '../cloud/stored-cloud.ts';
import { ledgerOf } from '../opening/ledger.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';

export const exportLedger: Command = {
  takes: '[FILE]',
  description: `Writes all that is in the ledger, with generations and times, as lines of JSON to FILE, or to standard output without one
or with '-'. The same state gives the same bytes. berth import reads it again, into a ledger of any kind; see docs/moving-in.md.

A ledger in a file must not be in use; one in PostgreSQL may be, and is written as it is at one moment. A FILE that is there is
replaced, when all is written.`,
  settings: ['ledgerPath', 'ledgerSchema'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { positionals, rest } = ownArguments(context.args, {});
  const { config } = loadConfig({ ...context, args: rest });
  if (positionals.length > 1)
    throw new ConfigError([`${shownArgument(positionals[1] ?? '')}: not expected here`]);
  const [path = '-'] = positionals;

  const ledger = await ledgerOf(config).openReadOnly(cloudProjections);
  try {
    const records = new LedgerRecords(storedCloud.parts);
    const state = await ledger.load();
    const output = await openOutput(path === '-' ? null : path);
    try {
      const counts = await writeExport(records, state, (text) => output.write(text));
      await output.finish();
      // Not to standard output, which may be the export.
      context.complain(
        `${ledgerName(config.ledgerPath)}: change ${ledger.lastNumber}, ${records.describeCounts(counts)}`,
      );
      return 0;
    } catch (error) {
      await output.abandon();
      throw error;
    }
  } finally {
    await ledger.close();
  }
}
