import { countLeadingGlobals } from '@berth/cli/command/global-options.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';
import type { ListedCommand } from './commands.ts';
import { commandsBelow, findCommand, noSuchCommand } from './find-command.ts';
import { overview } from './overview.ts';

/** Runs the command that the arguments call, and says how it went. */
export async function dispatch(context: CommandContext, version: string): Promise<ExitCode> {
  const [first, ...others] = context.args;
  if (first === undefined) {
    context.complain(overview());
    return 2;
  }
  if (isHelp(first) || (first === 'help' && others.length === 0)) return told(context, overview());
  if (first === '--version') return told(context, `berth ${version}`);
  // 'help server list' is 'server list --help'.
  if (first === 'help') return await dispatch({ ...context, args: [...others, '--help'] }, version);

  // Options that say whom to ask may stand before the words, as with openstack.
  const leading = countLeadingGlobals(context.args);
  const words = context.args.slice(leading);
  const called = findCommand(words);
  if (called === null) return helpOrNone(context, words);
  const { listed, rest } = called;
  const command = await listed.load();
  if (rest.some(isHelp)) return told(context, await usageOf(listed, command));
  return attempt(listed.name, command, { ...context, args: [...context.args.slice(0, leading), ...rest] });
}

/** 'server --help' tells which commands there are of servers. */
function helpOrNone(context: CommandContext, words: readonly string[]): ExitCode {
  const below = commandsBelow(words.filter((word) => !isHelp(word)));
  if (words.some(isHelp) && below.length > 0) {
    return told(context, below.map(({ name, summary }) => `  berth ${name}\n      ${summary}`).join('\n'));
  }
  context.complain(noSuchCommand(words));
  return 2;
}

async function attempt(name: string, command: Command, context: CommandContext): Promise<ExitCode> {
  const { wrongUsage, failed } = command.exitCodes ?? { wrongUsage: 2, failed: 1 };
  try {
    return await command.run(context);
  } catch (error) {
    if (error instanceof ConfigError) {
      for (const problem of error.problems) context.complain(`berth: ${problem}`);
      context.complain(`See berth ${name} --help.`);
      return wrongUsage;
    }
    // Anything else that is thrown is a bug, and ends the process with its trace.
    if (!(error instanceof Error)) throw error;
    for (const line of reasonsOf(error)) context.complain(`berth: ${line}`);
    return failed;
  }
}

/** A failure of the world outside says enough with its message and those of its causes. */
function* reasonsOf(error: unknown): Generator<string> {
  let reason = error;
  while (reason instanceof Error) {
    yield reason.message;
    reason = reason.cause;
  }
}

function isHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}

function told(context: CommandContext, text: string): ExitCode {
  context.print(text);
  return 0;
}

async function usageOf({ name }: ListedCommand, command: Command): Promise<string> {
  const { takes, description, settings, help } = command;
  if (help !== undefined) return help();
  const { renderHelp } = await import('../config/render-help.ts');
  const called = takes === undefined ? name : `${name} ${takes}`;
  return `Usage: berth ${called} [OPTIONS]\n\n${description}\n\n${renderHelp(settings)}`;
}
