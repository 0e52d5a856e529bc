import type { Change } from '../changes.ts';
import type { AggregateId, Instant, ProviderId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';

export interface CreateProvider {
  readonly kind: 'create-provider';
  readonly id: ProviderId;
  readonly name: string;
  readonly parentId: ProviderId | null;
  /** Those that it is in from the beginning: clients put it into others later. None unless told. */
  readonly aggregates?: readonly AggregateId[];
  readonly now: Instant;
}

export function createProvider(world: World, command: CreateProvider): Change[] {
  const { id, name, parentId, aggregates = [], now } = command;
  if (name === '') refuse({ kind: 'provider-name-missing' });
  if (parentId !== null) {
    if (parentId === id) refuse({ kind: 'parent-is-itself' });
    if (!world.providers.has(parentId)) refuse({ kind: 'parent-not-found' });
  }
  if (world.providers.has(id)) refuse({ kind: 'provider-exists', field: 'uuid', value: id });
  if (world.providersByName.has(name)) refuse({ kind: 'provider-exists', field: 'name', value: name });
  const made: Change = {
    kind: 'provider-set',
    provider: { id, name, parentId, generation: 0, createdAt: now, updatedAt: null },
  };
  return aggregates.length === 0 ? [made] : [made, { kind: 'aggregates-set', id, aggregates }];
}
