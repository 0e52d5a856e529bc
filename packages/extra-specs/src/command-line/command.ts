import type { Options } from './options.ts';

/** 0: all well. 1: something was found wrong, or failed. 2: wrong usage, nothing was tried. */
export type ExitCode = 0 | 1 | 2;

export interface Command {
  readonly name: string;
  /** What it takes before options: `[KEY=VALUE ...]`. */
  readonly takes: string;
  /** What it does, in a few sentences. */
  readonly description: string;
  readonly options: Options;
  run(given: Given, outside: Outside): Promise<ExitCode>;
}

/** The command line, taken apart. */
export interface Given {
  readonly operands: readonly string[];
  /** The last value of an option that was given; options that may be repeated have all of them. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly switches: ReadonlySet<string>;
}

/** What a command has to do with the outside. */
export interface Outside {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Where plug-ins are looked for. */
  readonly directory: string;
}

/** The command line asks for something that there is not. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
