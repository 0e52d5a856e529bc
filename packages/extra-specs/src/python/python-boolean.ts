import { stripped } from './python-blanks.ts';

const meanings: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'true', 'on', 'y', 'yes'].map((word) => [word, true] as const),
  ...['0', 'f', 'false', 'off', 'n', 'no'].map((word) => [word, false] as const),
]);

/** Every word that is read as a boolean. */
export const booleanWords: readonly string[] = [...meanings.keys()];

/** Reads a boolean as the original does: case and blanks around it do not matter. Null for any other word. */
export function pythonBoolean(text: string): boolean | null {
  return meanings.get(text) ?? meanings.get(stripped(text).toLowerCase()) ?? null;
}
