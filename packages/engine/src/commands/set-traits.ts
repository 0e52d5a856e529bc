import type { Change } from '../changes.ts';
import type { Instant, ProviderId, TraitName } from '../ids.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';
import { checkGeneration, providerOf } from './look-up.ts';
import { touch } from './touch.ts';

export interface SetTraits {
  readonly kind: 'set-traits';
  readonly id: ProviderId;
  readonly expectedGeneration: number | null;
  readonly traits: readonly TraitName[];
  readonly now: Instant;
}

/** Replaces a provider's traits. The generation moves only if something really changes. */
export function setTraits(world: World, command: SetTraits): Change[] {
  const provider = providerOf(world, command.id);
  checkGeneration(provider, command.expectedGeneration);
  const traits = new Set(command.traits);
  const unknown = [...traits].filter((name) => !world.traits.has(name));
  if (unknown.length > 0) refuse({ kind: 'traits-not-found', names: unknown });
  const isSame = traits.size === provider.traits.size && traits.isSubsetOf(provider.traits);
  if (isSame) return [];
  return [{ kind: 'traits-set', id: command.id, traits: [...traits] }, touch(provider, command.now)];
}
