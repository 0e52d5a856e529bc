/** So much of a class from a provider, by its name. */
export interface ShownPiece {
  readonly provider: string;
  readonly resourceClass: string;
  readonly amount: number;
}

/**
 * A candidate as text: `cn1:VCPU=1 ss1:DISK_GB=10`, and if there are groups with a suffix, who serves which:
 * `cn1:VCPU=3 | ''=cn1 _X=cn1`. Everything is sorted, so equal candidates have equal texts.
 */
export function showCandidate(
  pieces: readonly ShownPiece[],
  mappings: ReadonlyMap<string, readonly string[]>,
): string {
  const byProvider = new Map<string, string[]>();
  for (const { provider, resourceClass, amount } of pieces) {
    const ofProvider = byProvider.get(provider) ?? [];
    byProvider.set(provider, [...ofProvider, `${resourceClass}=${amount}`]);
  }
  const taken = Array.from(byProvider, ([provider, list]) => `${provider}:${list.sort().join(',')}`);
  const served = Array.from(
    mappings,
    ([suffix, providers]) => `${suffix || "''"}=${[...providers].sort().join(',')}`,
  );
  const isGranular = [...mappings.keys()].some((suffix) => suffix !== '');
  return [...taken.sort(), ...(isGranular ? ['|', ...served.sort()] : [])].join(' ');
}
