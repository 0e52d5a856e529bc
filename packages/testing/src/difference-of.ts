/** What each of two texts says from shortly before they differ: some are longer than anybody wants to read. */
export function differenceOf(one: string, other: string): readonly [string, string] {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const from = Math.max(0, at - 100);
  const shown = (text: string): string => `${from > 0 ? '…' : ''}${text.slice(from, from + 600)}`;
  return [shown(one), shown(other)];
}
