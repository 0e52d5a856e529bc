/** Lists whose order the original leaves open: it is whatever the database or a Python set gives. */
const unorderedLists = new Set([
  'resource_providers',
  'traits',
  'aggregates',
  'allocation_requests',
  'allocations',
  'resource_classes',
]);

/** A body in a form that is equal exactly when it means the same: keys sorted, unordered lists sorted. */
export function canonical(value: unknown, key = '', isMapping = false): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => canonical(item));
    return unorderedLists.has(key) || isMapping ? items.sort(byText) : items;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [
      name,
      // The lists under `mappings` are keyed by suffix, whatever it is.
      canonical(inner, name, key === 'mappings'),
    ]);
    return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
  }
  return value;
}

export const isUnordered = (key: string): boolean => unorderedLists.has(key);

function byText(left: unknown, right: unknown): number {
  const [one, other] = [JSON.stringify(left), JSON.stringify(right)];
  return one < other ? -1 : one > other ? 1 : 0;
}
