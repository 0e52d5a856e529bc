import type { Environment } from '../config/read-environment.ts';
import type { Config, SettingKey } from '../config/settings.ts';
import type { Log, LogTarget } from '../log/log.ts';
import type { EventCounts } from '../metrics/event-counts.ts';
import type { OpenedCloud } from '../opening/opened-cloud.ts';

/**
 * 0: done. 1: failed. 2: wrong usage or settings, nothing was tried. Commands that take the place of one of the original's have its
 * statuses, which their help lists.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8 | 127 | 255;

/** What is done when it is called; how it is called stands in `commands.ts`. */
export interface Command {
  /** What it takes before options: '[FILE]'. */
  readonly takes?: string;
  /** What it does, in a few sentences. */
  readonly description: string;
  /** Those that it makes use of: the options in its help. */
  readonly settings: readonly SettingKey[] | 'all';
  /** All that its help says, where its options are no settings. */
  readonly help?: () => string;
  /** Where it does not end with 2 when an option is wrong, or with 1 when it fails. */
  readonly exitCodes?: { readonly wrongUsage: ExitCode; readonly failed: ExitCode };
  run(context: CommandContext): Promise<ExitCode>;
}

/** What a command has to do with the outside. */
export interface CommandContext {
  /** Those after the command's name. */
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly readText: (path: string) => string;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  /** The cloud that berth runs: see `openCloud`. */
  readonly openCloud: (config: Config, log: Log, events: EventCounts) => Promise<OpenedCloud>;
  /** Resolves when the process is asked to end, with the signal's name. */
  readonly stopSignal: () => Promise<string>;
  /** Calls when the process is asked to read its settings again, until the function it gives is called. */
  readonly onHangup?: (listener: () => void) => () => void;
  /** Asks whoever sits before it whether something is to be done; left out where nobody does. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /** Whoever reads what is printed; left out where that is no terminal. */
  readonly terminal?: Terminal;
  /** Standard output, unless given. */
  readonly logTarget?: LogTarget;
}

export interface Terminal {
  readonly width: number;
  /** Shows a line in place of the one that was shown before by this. */
  readonly overwrite: (text: string) => void;
}
