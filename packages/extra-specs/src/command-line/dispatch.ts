import { visibleLines } from '../quote.ts';
import { suggestWord } from '../suggestions/suggest-word.ts';
import { type Command, type ExitCode, type Outside, UsageError } from './command.ts';
import { parseOptions, renderOptions } from './options.ts';

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loaded when it is needed: each command would have to wait for what only others need. */
  readonly load: () => Promise<Command>;
}

const commands: readonly CommandEntry[] = [
  {
    name: 'check',
    summary: 'Tell what is wrong with extra specs, a flavor, or a flavor with an image.',
    load: async () => (await import('./check.ts')).check,
  },
  {
    name: 'show',
    summary: 'Tell what an extra spec or image property is for, or find some by words.',
    load: async () => (await import('./show.ts')).show,
  },
  {
    name: 'schema',
    summary: 'Check definitions of your own, in YAML; or print the JSON Schema of such files.',
    load: async () => (await import('./schema.ts')).schema,
  },
  {
    name: 'render',
    summary: 'Write all that is known as a document.',
    load: async () => (await import('./render.ts')).render,
  },
  {
    name: 'glance',
    summary: 'Write metadata definitions for Glance, or compare with those in a directory.',
    load: async () => (await import('./glance.ts')).glance,
  },
];

/** Runs the command that the arguments call, and says how it went. */
export async function dispatch(
  args: readonly string[],
  { complain, ...others }: Outside,
  version: string,
): Promise<ExitCode> {
  // Complaints repeat what is in files, which may be anything.
  const outside: Outside = { ...others, complain: (text) => complain(visibleLines(text)) };
  const [name, ...rest] = args;
  if (name === undefined) {
    outside.complain(overview);
    return 2;
  }
  if (isHelp(name) || name === 'help') return told(outside, overview);
  if (name === '--version') return told(outside, `extra-specs ${version}`);
  const entry = commands.find((each) => each.name === name);
  if (entry === undefined) {
    const meant = suggestWord(
      name,
      commands.map((each) => each.name),
    );
    const hint = meant === null ? '.' : `; did you mean '${meant}'?`;
    outside.complain(`extra-specs: there is no command '${name}'${hint} See extra-specs --help.`);
    return 2;
  }
  const command = await entry.load();
  if (rest.some(isHelp)) return told(outside, usageOf(command));
  return attempt(command, rest, outside);
}

async function attempt(command: Command, args: readonly string[], outside: Outside): Promise<ExitCode> {
  try {
    return await command.run(parseOptions(args, command.options), outside);
  } catch (error) {
    // Anything that is no Error is a bug, and ends the process with its trace.
    if (!(error instanceof Error)) throw error;
    outside.complain(`extra-specs: ${error.message}`);
    if (!(error instanceof UsageError)) return 1;
    outside.complain(`See extra-specs ${command.name} --help.`);
    return 2;
  }
}

function isHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}

function told(outside: Outside, text: string): ExitCode {
  outside.print(text);
  return 0;
}

const overview = `What flavors and images can say, whether they say it right, and where it is documented.

Usage: extra-specs COMMAND [OPTIONS]

Commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(8)}${summary}`).join('\n')}

Options:
  --help, -h    Show this; after a command, what it takes.
  --version     Show the version.

Exit status: 0 when all is well, 1 when something is wrong or failed, 2 when the command line is wrong.`;

function usageOf({ name, takes, description, options }: Command): string {
  return `Usage: extra-specs ${name} ${takes} [OPTIONS]\n\n${description}\n\nOptions:\n${renderOptions(options)}`;
}
