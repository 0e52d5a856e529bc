import type { LogTarget } from './log.ts';

/** For what is not the result, which goes to standard output. */
export const standardError: LogTarget = {
  write: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY,
};
