import type { ClientCommand } from './client-command.ts';
import { flagsOf } from './flags-of.ts';
import { formatOptions } from './format-arguments.ts';
import { globalOptions } from './global-options.ts';
import type { Taken } from './option.ts';

/** 'usage: berth server show [OPTIONS] <server>'. */
export function usageLine(name: string, command: ClientCommand): string {
  const words = Object.values(command.takes).map(({ metavar, repeats, isNeeded }) => {
    const shown = repeats ? `${metavar} [${metavar} …]` : `${metavar}`;
    return isNeeded ? shown : `[${shown}]`;
  });
  const needed = Object.entries(command.options)
    .filter(([, taken]) => taken.isNeeded)
    .map(([key, taken]) => `${flagsOf(key, taken)[0]} ${taken.metavar}`);
  return ['usage: berth', name, ...needed, '[OPTIONS]', ...words].join(' ');
}

/** All that `--help` shows. */
export function renderCommandHelp(name: string, summary: string, command: ClientCommand): string {
  const { description, since, service } = command;
  const blocks = [
    usageLine(name, command),
    description === undefined ? summary : `${summary} ${description}`,
  ];
  if (since !== undefined) blocks.push(`Needs ${service} ${since} or newer.`);
  const takes = Object.entries(command.takes).map(([key, taken]) => line(taken.metavar ?? key, taken));
  if (takes.length > 0) blocks.push(`Arguments:\n${takes.join('\n')}`);
  const options = optionLines(command.options);
  if (options.length > 0) blocks.push(`Options:\n${options.join('\n')}`);
  const columns = columnsText(command);
  if (columns !== null) blocks.push(`Columns: ${columns}`);
  const formats = optionLines(formatOptions(command.output));
  if (formats.length > 0) blocks.push(`Output:\n${formats.join('\n')}`);
  const globals = globalOptions.map(({ name: flag, metavar, help }) =>
    inColumns(metavar === null ? flag : `${flag} ${metavar}`, help),
  );
  blocks.push(
    `Of every command that asks a cloud (each also as a variable: OS_CLOUD):\n${globals.join('\n')}`,
  );
  return blocks.join('\n\n');
}

/** 'uuid, name, root_provider_uuid (1.14)'; null where columns are not known before something is shown. */
export function columnsText({ columns }: ClientCommand): string | null {
  if (columns.length === 0) return null;
  return columns
    .map(({ title, since, until, isLong }) => {
      const notes = [
        ...(isLong === true ? ['--long'] : []),
        ...(since === undefined ? [] : [`from ${since}`]),
        ...(until === undefined ? [] : [`before ${until}`]),
      ];
      return notes.length === 0 ? title : `${title} (${notes.join(', ')})`;
    })
    .join(', ');
}

export function optionLines(options: Readonly<Record<string, Taken<unknown>>>): readonly string[] {
  return Object.entries(options).map(([key, taken]) => line(optionHead(key, taken), taken));
}

export function optionHead(key: string, taken: Taken<unknown>): string {
  const [usual = '', ...others] = flagsOf(key, taken);
  const names = [...others.filter((each) => each.length === 2), usual].join(', ');
  return taken.metavar === null ? names : `${names} ${taken.metavar}`;
}

/** What is to be known of it beside its meaning. */
export function helpOf({ help, since, repeats, isNeeded }: Taken<unknown>): string {
  const notes = [
    ...(isNeeded ? ['needed'] : []),
    ...(repeats ? ['can be repeated'] : []),
    ...(since === undefined ? [] : [`from ${since}`]),
  ];
  return notes.length === 0 ? help : `${help} [${notes.join('; ')}]`;
}

function line(head: string, taken: Taken<unknown>): string {
  return inColumns(head, helpOf(taken));
}

const column = 34;
const width = 100;

function inColumns(head: string, help: string): string {
  const lines: string[] = [];
  let text = '';
  for (const word of help.split(' ')) {
    if (text !== '' && text.length + word.length + 1 > width - column) {
      lines.push(text);
      text = '';
    }
    text = text === '' ? word : `${text} ${word}`;
  }
  lines.push(text);
  const first = `  ${head}`;
  const begins = first.length < column ? `${first.padEnd(column)}${lines.shift() ?? ''}` : first;
  return [begins, ...lines.map((each) => ' '.repeat(column) + each)].join('\n');
}
