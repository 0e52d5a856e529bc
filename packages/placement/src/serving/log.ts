import { type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Config } from '../config/settings.ts';
import { gatherLines } from './gather-lines.ts';

export type Log = Logger;

/** Where lines go, and whether a person reads them there. */
export interface LogTarget {
  write(line: string): void;
  readonly isTerminal: boolean;
}

/**
 * The log of the process. Lines about a request carry its `requestId`; whoever handles one makes a child:
 * `log.child({ requestId })`.
 */
export function createLog(config: Pick<Config, 'logLevel' | 'logFormat'>, target?: LogTarget): Log {
  const isPretty =
    config.logFormat === 'pretty' ||
    (config.logFormat === 'auto' && (target?.isTerminal ?? process.stdout.isTTY));
  const options = {
    level: config.logLevel,
    // The process is the only one on its machine that writes this log, so pid and host say nothing.
    base: null,
    timestamp,
    formatters: { level: (level: string) => ({ level }) },
  };
  if (isPretty) {
    const prettify = prettyFactory({
      ...prettyOptions,
      colorize: target?.isTerminal ?? process.stdout.isTTY,
    });
    const out = target ?? process.stdout;
    return pino(options, { write: (lines) => void out.write(eachLine(lines).map(prettify).join('')) });
  }
  // Not synchronous: a reader of the log that stops reading must not stop the service.
  return pino(options, target ?? gatherLines(pino.destination({ dest: 1, sync: false })));
}

/** Writes to a log what another thread has logged, as its own `createLog` has made it (JSON). */
export function writeLines(log: Log, lines: string): void {
  // Pino's way to the destination of a logger; its types leave it out.
  const { [pino.symbols.streamSym]: destination } = log as unknown as Record<symbol, LogTarget>;
  destination?.write(lines);
}

/** With their ends. */
function eachLine(lines: string): string[] {
  return lines.match(/[^\n]*\n/g) ?? [];
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

/** One line each, the request id first. */
const prettyOptions = {
  translateTime: 'SYS:HH:MM:ss.l',
  ignore: 'requestId',
  messageFormat: '{if requestId}{requestId} {end}{msg}',
  singleLine: true,
};
