/** What a word means to OpenStack; `otherwise` where it is none of those. */
export function booleanOf(word: string, otherwise: boolean): boolean {
  const lower = word.trim().toLowerCase();
  if (['1', 't', 'true', 'on', 'y', 'yes'].includes(lower)) return true;
  return ['0', 'f', 'false', 'off', 'n', 'no'].includes(lower) ? false : otherwise;
}

/** Whether a flag in a query is set: it is where it is only named. */
export function isFlagSet(values: readonly string[]): boolean {
  const last = values.at(-1);
  return last !== undefined && (last === '' || booleanOf(last, true));
}
