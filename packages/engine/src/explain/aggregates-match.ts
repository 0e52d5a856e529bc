import type { AggregateId } from '../ids.ts';
import type { Provider } from '../provider.ts';

/** C5: of each list of aggregates the provider is in at least one. */
export function isMember(provider: Provider, memberOf: readonly (readonly AggregateId[])[]): boolean {
  for (const anyOf of memberOf) if (!isInAny(provider, anyOf)) return false;
  return true;
}

export function isInAny(provider: Provider, aggregates: readonly AggregateId[]): boolean {
  for (const aggregate of aggregates) if (provider.aggregates.has(aggregate)) return true;
  return false;
}
