import { ConfigError } from '../config/config-error.ts';
import { loadConfig } from '../config/load-config.ts';
import { openOutput } from '../moving/output.ts';
import { accountFor, type Account } from '../oslo/account.ts';
import { OsloFile, type OsloService } from '../oslo/oslo-file.ts';
import { OsloFileUnreadable } from '../oslo/read-oslo.ts';
import { renderSettings } from '../oslo/render-settings.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';
import { ownArguments } from './own-arguments.ts';

export const configFromOslo: Command = {
  takes: 'FILE…',
  description: `Reads a placement.conf, a nova.conf or both, and writes the settings that say the same to Berth, as YAML, to standard output. Every option
is accounted for: those that were taken stand above their setting; at the end are, in comments, those that have to be decided by hand, those
that the original does not know, either, and those that have no meaning here, and why. What is written is checked as berth serve would.
Ends with status 1 where berth serve would not start with it as it is.

Passwords are taken over, too: the file that is written has to be kept as the one that was read.

  --output FILE
      Write to FILE instead, which only its owner may read. One that is there is replaced, when all is written.
  --service placement|nova
      Whose file it is; otherwise its sections tell.`,
  settings: [],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { values, positionals, rest } = ownArguments(context.args, { output: 'text', service: 'text' });
  if (rest.length > 0) throw new ConfigError([`${rest[0]}: not expected here`]);
  if (positionals.length === 0) throw new ConfigError(['FILE: which file is to be read?']);
  const service = serviceNamed(values.service);
  const files = positionals.map((path) => fileAt(context, path, service));
  const account = accountFor(files);
  const text = renderSettings(account);

  if (values.output === undefined) context.print(text.trimEnd());
  else await writeTo(values.output, text);
  context.complain(`berth: ${summaryOf(account)}`);
  const problems = problemsOf(context, text);
  for (const problem of problems) context.complain(`berth: ${problem}`);
  return problems.length === 0 ? 0 : 1;
}

async function writeTo(path: string, text: string): Promise<void> {
  const output = await openOutput(path);
  try {
    await output.write(text);
    await output.finish();
  } catch (error) {
    await output.abandon();
    throw error;
  }
}

function serviceNamed(name: string | undefined): OsloService | undefined {
  if (name === undefined || name === 'placement' || name === 'nova') return name;
  throw new ConfigError(['--service: must be one of placement, nova']);
}

function fileAt({ readText }: CommandContext, path: string, service: OsloService | undefined): OsloFile {
  const text = readText(path);
  try {
    return new OsloFile(path, text, service);
  } catch (error) {
    if (error instanceof OsloFileUnreadable) throw new ConfigError([`${path}: ${error.message}`]);
    throw error;
  }
}

function summaryOf({ settings, left }: Account): string {
  const count = (kind: string) => left.filter((each) => each.kind === kind).length;
  return `${settings.size} settings taken; ${count('by hand')} options to be decided by hand, ${count('unknown')} unknown, ${count('meaningless')} without a meaning here`;
}

/** What would keep a service with these settings from starting. */
function problemsOf(context: CommandContext, text: string): readonly string[] {
  const path = 'what was written';
  try {
    loadConfig({
      args: ['--config', path],
      environment: {},
      readText: (asked) => (asked === path ? text : context.readText(asked)),
    });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
