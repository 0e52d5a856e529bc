import { quoteModes } from '../output/csv-text.ts';
import { type FormatOptions, listFormats, oneFormats, usualFormat } from '../output/format-options.ts';
import type { ClientCommand } from './client-command.ts';
import { choice, flag, type Taken, text, texts, whole } from './option.ts';

/** As `FormatOptions`, before it is known how wide the terminal is. */
export interface FormatArguments extends Omit<FormatOptions, 'widthMax'> {
  /** 0 or less: no bound. Null: not said. */
  readonly maxWidth: number | null;
  readonly fitsWidth: boolean;
}

const shared = {
  column: texts('<column>', 'Show this column only.', { aliases: ['-c'] }),
  noindent: flag('JSON in one line.'),
  maxWidth: whole('<integer>', 'How wide a table may be; CLIFF_MAX_TERM_WIDTH.'),
  fitWidth: flag('As wide as the terminal; CLIFF_FIT_WIDTH=1.'),
  printEmpty: flag('Show the head of a table that has no rows.'),
};

const ofLists = {
  format: choice(listFormats, 'The format (table).', { aliases: ['-f'] }),
  ...shared,
  quote: choice(quoteModes, 'What is quoted in CSV (nonnumeric).'),
  sortColumn: texts('<column>', 'Sort by this column.'),
  sortAscending: flag('The smallest first.'),
  sortDescending: flag('The largest first.'),
};

const ofOne = {
  format: choice(oneFormats, 'The format (table).', { aliases: ['-f'] }),
  ...shared,
  prefix: text('<prefix>', 'Before the names of variables, with -f shell.'),
};

/** The options of formats that a command takes. */
export function formatOptions(output: ClientCommand['output']): Readonly<Record<string, Taken<unknown>>> {
  return { list: ofLists, one: ofOne, none: {} }[output];
}

/** What they say. */
export function formatArguments(
  output: ClientCommand['output'],
  textsOf: (key: string) => readonly string[],
): FormatArguments {
  const read = <Meaning>(key: string, taken: Taken<Meaning>) => taken.read(textsOf(key), `--${key}`);
  const format = output === 'list' ? read('format', ofLists.format) : read('format', ofOne.format);
  return {
    format: format ?? usualFormat.format,
    columns: read('column', shared.column),
    isIndented: !read('noindent', shared.noindent),
    maxWidth: read('maxWidth', shared.maxWidth) ?? null,
    fitsWidth: read('fitWidth', shared.fitWidth),
    printsEmpty: read('printEmpty', shared.printEmpty),
    quote: read('quote', ofLists.quote) ?? usualFormat.quote,
    sortColumns: read('sortColumn', ofLists.sortColumn),
    isDescending: read('sortDescending', ofLists.sortDescending),
    prefix: read('prefix', ofOne.prefix) ?? usualFormat.prefix,
  };
}
