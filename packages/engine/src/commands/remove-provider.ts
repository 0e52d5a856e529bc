import type { Change } from '../changes.ts';
import type { ProviderId } from '../ids.ts';
import { type Provider, subtreeOf } from '../provider.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';
import { providerOf } from './look-up.ts';

export interface RemoveProvider {
  readonly kind: 'remove-provider';
  readonly id: ProviderId;
  /** With all that is below it; else it is refused where there is something. */
  readonly withDescendants?: boolean;
}

export function removeProvider(world: World, { id, withDescendants = false }: RemoveProvider): Change[] {
  const provider = providerOf(world, id);
  if (!withDescendants && provider.children.size > 0) refuse({ kind: 'provider-has-children', id });
  // Children before their parents.
  return [...subtreeOf(provider)].reverse().flatMap(removed);
}

function removed(provider: Provider): Change[] {
  const { id } = provider;
  if (provider.consumers.size > 0) refuse({ kind: 'provider-in-use', id });
  const changes: Change[] = [];
  if (provider.inventories.size > 0) changes.push({ kind: 'inventories-set', id, inventories: [] });
  if (provider.traits.size > 0) changes.push({ kind: 'traits-set', id, traits: [] });
  if (provider.aggregates.size > 0) changes.push({ kind: 'aggregates-set', id, aggregates: [] });
  changes.push({ kind: 'provider-removed', id });
  return changes;
}
