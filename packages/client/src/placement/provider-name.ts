/** What Placement takes, in characters. */
const lengthMax = 200;

/** Why this is no name for a provider; null for one that is. */
export function providerNameFault(name: unknown): string | null {
  // A character that takes two places in a text counts once, as for Placement.
  const length = typeof name === 'string' ? Array.from(name).length : 0;
  if (length >= 1 && length <= lengthMax) return null;
  return `a name has 1 to ${lengthMax} characters; this has ${length}`;
}
