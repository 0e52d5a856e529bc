import { constants, fstatSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { isatty } from 'node:tty';
import type { Config } from '../config/settings.ts';
import { FileSink } from './file-sink.ts';
import type { LineSink } from './line-sink.ts';
import { eachLine, LogOutput } from './log-output.ts';
import { PipeSink } from './pipe-sink.ts';

/** The log as the process has it: how its lines get out, and what can be done about that. */
export interface OpenLogOutput {
  readonly output: LogOutput;
  /** Goes on in a new file where the old one was moved away; null where it is no file of ours. */
  readonly reopen: (() => void) | null;
}

/** Standard output, or the file in the settings; for people or for machines. */
export function openLogOutput(
  config: Pick<Config, 'logFile' | 'logFormat'>,
  onLost: (count: number) => void,
): OpenLogOutput {
  const isTerminal = config.logFile === null && isatty(standardOutput);
  const isPretty = config.logFormat === 'pretty' || (config.logFormat === 'auto' && isTerminal);
  const format = isPretty ? prettyLines(isTerminal) : undefined;
  const sink = config.logFile === null ? standardSink() : new FileSink(config.logFile);
  const output = new LogOutput(sink, { onLost, ...(format === undefined ? {} : { format }) });
  // However the process ends by itself: in order, by an exception or after a fatal line.
  process.once('exit', () => output.flushSync());
  return { output, reopen: sink instanceof FileSink ? () => sink.reopen() : null };
}

function standardSink(): LineSink {
  const kind = fstatSync(standardOutput);
  if (kind.isFIFO() || kind.isSocket()) {
    // Nothing is ever written by it: it makes the pipe one that does not block, and says nothing when its reader goes.
    const socket = new Socket({ fd: standardOutput, readable: false, writable: true });
    socket.on('error', () => {});
    socket.unref();
    kept.push(socket);
    return new PipeSink(standardOutput);
  }
  if (isatty(standardOutput)) return new PipeSink(ownTerminal());
  return new FileSink(standardOutput);
}

/** Opened once more, not to block: one that is stopped (Ctrl-S) must not stop the service. Others use the one that is there. */
function ownTerminal(): number {
  try {
    return openSync(
      `/proc/self/fd/${standardOutput}`,
      constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY,
    );
  } catch {
    return standardOutput; // Not every system has such a path.
  }
}

/** One line each, the request id first. */
export function prettyLines(hasColours: boolean): (lines: string) => string {
  // Some forty files, which are not loaded where lines are for machines.
  const { prettyFactory } = createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty');
  const prettify = prettyFactory({
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'requestId',
    messageFormat: '{if requestId}{requestId} {end}{msg}',
    singleLine: true,
    colorize: hasColours,
  });
  return (lines) => eachLine(lines).map(prettify).join('');
}

const standardOutput = 1;
/** As long as the process lives, so that none is closed. */
const kept: Socket[] = [];
