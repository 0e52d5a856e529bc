import type { Taken } from './option.ts';

/** How an option is written, the usual way first: 'changesBefore' is --changes-before. */
export function flagsOf(key: string, { aliases = [] }: Taken<unknown>): readonly string[] {
  return [`--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, ...aliases];
}
