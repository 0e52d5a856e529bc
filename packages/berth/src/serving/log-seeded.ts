import type { Log } from '../log/log.ts';

/** All 400 names of a new ledger are of no use to anybody but at debug. */
export function logSeeded(log: Log, names: readonly string[]): void {
  if (names.length === 0) return;
  log.info({ count: names.length }, 'standard traits and classes added');
  for (let index = 0; index < names.length; index += namesInLine)
    log.debug({ names: names.slice(index, index + namesInLine) }, 'standard traits and classes added');
}

const namesInLine = 50;
