import { ConfigError } from '../config/config-error.ts';
import { integer } from '../config/kinds.ts';

/** What an option of a command says that takes a whole number. */
export function countOption(option: string, text: string, max: number, min = 1): number {
  const kind = integer('N', min, max);
  const value = kind.parse(text);
  if (value === undefined) throw new ConfigError([`${option}: must be ${kind.description}, not '${text}'`]);
  return value;
}
