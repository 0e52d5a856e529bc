import { csvText } from './csv-text.ts';
import type { FormatOptions } from './format-options.ts';
import { jsonText } from './json-text.ts';
import { pythonRepr, pythonTuple } from './python-text.ts';
import { shellText } from './shell-text.ts';
import { sortRows } from './sort-rows.ts';
import { tableText } from './table-text.ts';
import { valueLines } from './value-text.ts';
import { type Cell, rawOf, type Value } from './value.ts';
import { yamlText } from './yaml-text.ts';

/** What a command has to show. */
export type Output =
  | {
      readonly kind: 'list';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
    }
  | { readonly kind: 'one'; readonly columns: readonly string[]; readonly values: readonly Cell[] }
  /** Printed as it is, whatever the format. `exitStatus`: where the status is a part of the answer. */
  | { readonly kind: 'text'; readonly text: string; readonly exitStatus?: 3 };

/** None of the columns that were asked for is there. */
export class NoSuchColumn extends Error {}

/** The whole text, with its last line break, as cliff prints it. */
export function renderOutput(output: Output, options: FormatOptions, warn: (text: string) => void): string {
  if (output.kind === 'text') return output.text;
  const chosen = chosenColumns(output.columns, options.columns);
  const pick = (cells: readonly Cell[]) => chosen.map((column) => cells[column] ?? null);
  const columns = chosen.map((column) => output.columns[column] ?? '');
  if (output.kind === 'one') return renderOne(columns, pick(output.values), options);
  const rows = sortRows(output.columns, output.rows, options.sortColumns, options.isDescending, warn);
  return renderList(columns, rows.map(pick), options);
}

/** In the order of the command, whatever the order in which they were asked for. */
function chosenColumns(titles: readonly string[], asked: readonly string[]): readonly number[] {
  const all = titles.map((_, index) => index);
  if (asked.length === 0) return all;
  const chosen = all.filter((index) => asked.includes(titles[index] ?? ''));
  if (chosen.length > 0) return chosen;
  throw new NoSuchColumn(
    `No recognized column names in ${pythonRepr(asked)}. Recognized columns are ${pythonTuple(titles)}.`,
  );
}

function renderList(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  options: FormatOptions,
): string {
  const records = () => rows.map((row) => recordOf(columns, row));
  switch (options.format) {
    case 'json':
      return `${jsonText(records(), options.isIndented)}\n`;
    case 'yaml':
      return rows.length === 0 ? '[]\n' : yamlText(records());
    case 'csv':
      return csvText(columns, rows, options.quote);
    case 'value':
      return valueLines(rows);
    default:
      if (rows.length === 0 && !options.printsEmpty) return '\n';
      return `${tableText(columns, rows, { max: options.widthMax, columnMin: 8 })}\n`;
  }
}

function renderOne(columns: readonly string[], values: readonly Cell[], options: FormatOptions): string {
  switch (options.format) {
    case 'json':
      return `${jsonText(recordOf(columns, values), options.isIndented)}\n`;
    case 'yaml':
      return columns.map((column, index) => yamlText({ [column]: rawOf(values[index] ?? null) })).join('');
    case 'shell':
      return shellText(columns, values, options.prefix);
    case 'value':
      return valueLines(values.map((value) => [value]));
    default: {
      const rows = columns.map((column, index) => [column, values[index] ?? null]);
      if (rows.length === 0) return '\n';
      return `${tableText(['Field', 'Value'], rows, { max: options.widthMax, columnMin: 16 }, ['left', 'left'])}\n`;
    }
  }
}

function recordOf(columns: readonly string[], cells: readonly Cell[]): { [name: string]: Value } {
  return Object.fromEntries(columns.map((column, index) => [column, rawOf(cells[index] ?? null)]));
}
