import { suggestion } from '../config/closest.ts';
import { ConfigError } from '../config/config-error.ts';
import { shownArgument } from '../config/shown-argument.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';
import { commands, type ListedCommand } from './commands.ts';

/** Runs the command that the arguments call, and says how it went. */
export async function dispatch(context: CommandContext, version: string): Promise<ExitCode> {
  const [first] = context.args;
  if (first === undefined) {
    context.complain(overview);
    return 2;
  }
  if (isHelp(first) || first === 'help') return told(context, overview);
  if (first === '--version') return told(context, `berth ${version}`);

  const spelling = ({ name, alias = name }: ListedCommand) =>
    [name, alias].find((each) => isCalled(each, context.args));
  const listed = commands.find((each) => spelling(each) !== undefined);
  if (listed === undefined) {
    const names = commands.map(({ name }) => name);
    context.complain(
      `berth: there is no command ${shownArgument(first)}${suggestion(first, names)}; see berth --help`,
    );
    return 2;
  }
  const { name } = listed;
  const command = await listed.load();
  const args = context.args.slice((spelling(listed) ?? name).split(' ').length);
  if (args.some(isHelp)) return told(context, await usageOf(name, command));
  return attempt(name, command, { ...context, args });
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

function isCalled(name: string, args: readonly string[]): boolean {
  return name.split(' ').every((word, index) => args[index] === word);
}

function isHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}

function told(context: CommandContext, text: string): ExitCode {
  context.print(text);
  return 0;
}

const overview = `Berth: who has what, who uses what, and where the next thing fits.

Usage: berth COMMAND [OPTIONS]

Commands:
${commands.map(({ name, summary }) => `  ${inColumn(name)}${summary}`).join('\n')}

Options:
  --help, -h    Show this; after a command, what it takes.
  --version     Show the version.

Exit status: 0 when all went well, 1 when something failed, 2 when the command or a setting is wrong, unless a command's help says otherwise.`;

/** One that is too long for its column has a line to itself. */
function inColumn(name: string): string {
  return name.length < 14 ? name.padEnd(14) : `${name}\n${' '.repeat(16)}`;
}

async function usageOf(name: string, { takes, description, settings }: Command): Promise<string> {
  const { renderHelp } = await import('../config/render-help.ts');
  const called = takes === undefined ? name : `${name} ${takes}`;
  return `Usage: berth ${called} [OPTIONS]\n\n${description}\n\n${renderHelp(settings)}`;
}
