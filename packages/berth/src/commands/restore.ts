import { existsSync, openSync, readSync, closeSync } from 'node:fs';
import { restoreLedgerFile } from '@berth/ledger/journal/sqlite-ledger-file.ts';
import { cloudProjections } from '../cloud/stored-cloud.ts';
import { ConfigError } from '../config/config-error.ts';
import { ledgerName } from '../config/ledger-place.ts';
import { loadConfig } from '../config/load-config.ts';
import { shownArgument } from '../config/shown-argument.ts';
import { ownArguments } from './own-arguments.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';

export const restore: Command = {
  takes: 'FILE',
  description: `Looks through FILE, which berth backup has written, and puts a copy of it into the place of the ledger, which nobody may
have open. FILE stays as it is. See docs/backup.md.

Numbers of changes go on far above those in the backup, and the changes in it are forgotten: whoever follows them is told that it
has to begin anew, since what it knew may never have happened in this ledger.

  --replace
      There is a ledger in the place: put it aside, as FILE.replaced-TIME beside it.`,
  settings: ['ledgerPath'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { switches, positionals, rest } = ownArguments(context.args, { replace: 'switch' });
  const { config } = loadConfig({ ...context, args: rest });
  const [file, ...more] = positionals;
  if (more.length > 0) throw new ConfigError([`${shownArgument(more[0] ?? '')}: not expected here`]);
  if (file === undefined) throw new ConfigError(['restore needs a FILE']);
  if (config.ledgerPath.isPostgres) {
    context.complain(
      'berth: a ledger in PostgreSQL is put back with pg_restore, or made from an export with berth import.',
    );
    return 1;
  }
  const { path } = config.ledgerPath;
  if (isExport(file)) {
    context.complain(`berth: ${file} is an export: berth import ${file} brings it into a ledger.`);
    return 1;
  }
  const isThere = existsSync(path) || existsSync(`${path}-wal`);
  if (isThere && !switches.has('replace')) {
    context.complain(`berth: ${path} is there already. With --replace it is put aside. Nothing was changed.`);
    return 1;
  }
  const now = Date.now();
  const replacedPath = isThere ? `${path}.replaced-${new Date(now).toISOString().replaceAll(':', '')}` : null;
  const restored = restoreLedgerFile(file, path, {
    parts: cloudProjections,
    now,
    replacedPath,
  });
  if (replacedPath !== null) context.print(`${path} was put aside as ${replacedPath}`);
  context.print(
    `${ledgerName(config.ledgerPath)}: restored from ${file}, ${restored.bytes} bytes; numbers of changes go on after ${restored.lastNumber}`,
  );
  if (restored.isOutdated) context.print('It is upgraded when it is served.');
  return 0;
}

/** Whether it begins as exports do. */
function isExport(file: string): boolean {
  const start = Buffer.alloc(10);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, start);
  } finally {
    closeSync(opened);
  }
  return start.toString('latin1').startsWith('{"format"');
}
