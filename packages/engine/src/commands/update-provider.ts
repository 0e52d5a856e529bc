import type { Change } from '../changes.ts';
import { providerFacts } from '../facts.ts';
import type { Instant, ProviderId } from '../ids.ts';
import type { Provider } from '../provider.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';
import { providerOf } from './look-up.ts';

export interface UpdateProvider {
  readonly kind: 'update-provider';
  readonly id: ProviderId;
  readonly name: string;
  /** Absent: the parent stays as it is. */
  readonly parentId?: ProviderId | null;
  /** Before 1.37 a provider could get a parent once, and then neither change nor lose it. */
  readonly allowsReparenting: boolean;
  readonly now: Instant;
}

/** Name and place in the tree; the generation is not about these and stays. */
export function updateProvider(world: World, command: UpdateProvider): Change[] {
  const provider = providerOf(world, command.id);
  const parentId = command.parentId === undefined ? (provider.parent?.id ?? null) : command.parentId;
  checkParent(world, provider, parentId, command.allowsReparenting);
  const namesake = world.providersByName.get(command.name);
  if (namesake && namesake !== provider) {
    refuse({ kind: 'provider-exists', field: 'name', value: command.name });
  }
  const facts = { ...providerFacts(provider), name: command.name, parentId, updatedAt: command.now };
  return [{ kind: 'provider-set', provider: facts }];
}

function checkParent(
  world: World,
  provider: Provider,
  parentId: ProviderId | null,
  allowsReparenting: boolean,
): void {
  if (parentId === null) {
    if (provider.parent && !allowsReparenting) refuse({ kind: 'unparenting-not-allowed' });
    return;
  }
  const parent = world.providers.get(parentId) ?? refuse({ kind: 'parent-not-found' });
  if (provider.parent && provider.parent !== parent && !allowsReparenting) {
    refuse({ kind: 'reparenting-not-allowed' });
  }
  for (let each: Provider | null = parent; each; each = each.parent) {
    if (each === provider) refuse({ kind: 'parent-makes-loop' });
  }
}
