import type { QuoteMode } from './csv-text.ts';

export const listFormats = ['csv', 'json', 'table', 'value', 'yaml'] as const;
export const oneFormats = ['json', 'shell', 'table', 'value', 'yaml'] as const;

/** How output is to look: the options that every command with output takes. */
export interface FormatOptions {
  readonly format: (typeof listFormats)[number] | (typeof oneFormats)[number];
  /** Those to be shown, by their titles; empty: all. */
  readonly columns: readonly string[];
  readonly sortColumns: readonly string[];
  readonly isDescending: boolean;
  readonly quote: QuoteMode;
  readonly isIndented: boolean;
  /** Before names of variables. */
  readonly prefix: string;
  /** How wide a table may be; 0: as wide as it is. */
  readonly widthMax: number;
  /** Whether a table without rows has a head. */
  readonly printsEmpty: boolean;
}

export const usualFormat: FormatOptions = {
  format: 'table',
  columns: [],
  sortColumns: [],
  isDescending: false,
  quote: 'nonnumeric',
  isIndented: true,
  prefix: '',
  widthMax: 0,
  printsEmpty: false,
};
