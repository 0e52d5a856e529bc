import { ConfigError } from '../config/config-error.ts';
import { ledgerName } from '../config/ledger-place.ts';
import { loadConfig } from '../config/load-config.ts';
import { settingsOfSection } from '../config/settings.ts';
import { shownArgument } from '../config/shown-argument.ts';
import { backUp } from '../backup/back-up.ts';
import { ownArguments } from './own-arguments.ts';
import { Progress } from '../moving/progress.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';
import { serviceToAsk } from './service-to-ask.ts';

export const backup: Command = {
  takes: 'FILE',
  description: `Writes the ledger, as it is at one moment and with its journal, to FILE, which berth restore takes. A service that has it
open goes on meanwhile: it makes the copy, and is asked for it over HTTP, at the place that it has noted beside the ledger. FILE
comes into its place when it is whole and has been looked through; one that is there is replaced then. See docs/backup.md.

A ledger in PostgreSQL is backed up with pg_dump, or written to a portable file with berth export.

  --from URL
      Where the service is, if not on this machine. Its ledger is then copied, whatever --ledger says.
  --token TOKEN
      The token to show there, of an administrator. Others can read it here: better in the variable OS_TOKEN, or one of the
      Keystone in the settings below.`,
  settings: ['ledgerPath', 'ledgerSchema', ...settingsOfSection('keystone')],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { values, positionals, rest } = ownArguments(context.args, { from: 'text', token: 'text' });
  const { config } = loadConfig({ ...context, args: rest });
  const [file, ...more] = positionals;
  if (more.length > 0) throw new ConfigError([`${shownArgument(more[0] ?? '')}: not expected here`]);
  if (file === undefined) throw new ConfigError(['backup needs a FILE']);
  const asked = serviceToAsk(values, context);
  if (asked.from === null && config.ledgerPath.isPostgres) {
    context.complain(
      `berth: ${ledgerName(config.ledgerPath)} is backed up with PostgreSQL's own tool, which copies it as it is at one moment while it is served: ` +
        `pg_dump --format=custom --schema=${config.ledgerSchema} --file=FILE. A portable file is written by berth export.`,
    );
    return 1;
  }
  const { number, bytes, from } = await backUp({
    file,
    ...asked,
    config,
    progress: new Progress(context.logTarget),
  });
  context.print(`${file}: change ${number} of ${from}, ${bytes} bytes`);
  return 0;
}
