import { suggestion } from '@berth/cli/closest.ts';
import { shownArgument } from '../config/shown-argument.ts';
import { clientGroups } from './client-commands.ts';
import { commands, type ListedCommand } from './commands.ts';

const all: readonly ListedCommand[] = [...commands, ...Object.values(clientGroups).flat()];

export interface CalledCommand {
  readonly listed: ListedCommand;
  /** Behind the words that call it. */
  readonly rest: readonly string[];
}

/** The command that these words call: of several the one with the most words. */
export function findCommand(words: readonly string[]): CalledCommand | null {
  let best: CalledCommand | null = null;
  for (const listed of all) {
    for (const spelling of [listed.name, listed.alias ?? listed.name]) {
      const { length } = spelling.split(' ');
      const isBetter = best === null || words.length - length < best.rest.length;
      if (isBetter && isCalled(spelling, words)) best = { listed, rest: words.slice(length) };
    }
  }
  return best;
}

function isCalled(name: string, words: readonly string[]): boolean {
  return name.split(' ').every((word, index) => words[index] === word);
}

/** Those whose names begin with these words. */
export function commandsBelow(words: readonly string[]): readonly ListedCommand[] {
  const beginning = `${words.join(' ')} `;
  return words.length === 0 ? [] : all.filter(({ name }) => name.startsWith(beginning));
}

/** What is said where there is no such command: what may be meant, or how it may go on. */
export function noSuchCommand(words: readonly string[]): string {
  const [first = ''] = words;
  const below = commandsBelow([first]).map(({ name }) => `  berth ${name}`);
  const said = words.filter((word) => !word.startsWith('-'));
  const near = nearest(said);
  const what = `there is no command ${shownArgument(said.length > 1 && below.length > 0 ? said.slice(0, 3).join(' ') : first)}`;
  const help = `berth: ${what}${near}; see berth --help`;
  return near === '' && below.length > 0 ? [help, 'Those that begin so:', ...below].join('\n') : help;
}

/** As many words are compared as the command would have. */
function nearest(words: readonly string[]): string {
  for (let count = Math.min(words.length, 5); count > 0; count -= 1) {
    const names = all.map(({ name }) => name).filter((name) => name.split(' ').length === count);
    const found = suggestion(words.slice(0, count).join(' '), names);
    if (found !== '') return found;
  }
  return '';
}
