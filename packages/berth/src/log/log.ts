import { type Logger, pino } from 'pino';
import type { Config } from '../config/settings.ts';
import { cutLine } from './cut-line.ts';
import { prettyLines } from './open-log-output.ts';

export type Log = Logger;

/** Where lines go, and whether a person reads them there. */
export interface LogTarget {
  write(line: string): void;
  readonly isTerminal: boolean;
  /** Returns when all is written, or cannot be. */
  flushSync?(): void;
}

/**
 * The log of a thread. Lines about a request carry its `requestId`; whoever handles one makes a child:
 * `log.child({ requestId })`.
 */
export function createLog(config: Pick<Config, 'logLevel' | 'logFormat'>, target: LogTarget): Log {
  const options = {
    level: config.logLevel,
    // The process is the only one on its machine that writes this log, so pid and host say nothing.
    base: null,
    timestamp,
    formatters: { level: (level: string) => ({ level }) },
    hooks: { streamWrite: cutLine },
  };
  if (config.logFormat === 'json' || (config.logFormat === 'auto' && !target.isTerminal))
    return pino(options, target);
  const format = prettyLines(target.isTerminal);
  return pino(options, { write: (lines) => target.write(format(lines)) });
}

/** Writes to a log what another thread has logged, as its own `createLog` has made it (JSON). */
export function writeLines(log: Log, lines: string): void {
  // Pino's way to the destination of a logger; its types leave it out.
  const { [pino.symbols.streamSym]: destination } = log as unknown as Record<symbol, LogTarget>;
  destination?.write(lines);
}

/** As pino's own, but made once a millisecond: on a busy server many lines have the same. */
function timestamp(): string {
  const now = Date.now();
  if (now !== lastTime) {
    lastTime = now;
    lastTimestamp = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTimestamp;
}

let lastTime = Number.NaN;
let lastTimestamp = '';
