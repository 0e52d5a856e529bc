import type { HostAggregate } from '../../host-aggregates/host-aggregate.ts';

/** What the aggregates of a host say under a key; lists in one of them are separated by commas. */
export function aggregateValues(aggregates: readonly HostAggregate[], key: string): ReadonlySet<string> {
  const values = new Set<string>();
  for (const { metadata } of aggregates) {
    const value = metadata[key];
    if (value === undefined) continue;
    for (const part of value.split(',')) values.add(part.trim());
  }
  return values;
}

/** The least that they say as a number; the default where none does, or where one of them is no number. */
export function leastOf(
  aggregates: readonly HostAggregate[],
  key: string,
  read: (text: string) => number | null,
  usual: number,
): number {
  let least: number | null = null;
  for (const { metadata } of aggregates) {
    const value = metadata[key];
    if (value === undefined) continue;
    const number = read(value);
    if (number === null) return usual;
    least = least === null ? number : Math.min(least, number);
  }
  return least ?? usual;
}
