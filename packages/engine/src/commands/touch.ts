import type { Change } from '../changes.ts';
import type { Instant } from '../ids.ts';
import type { Provider } from '../provider.ts';

/** Moves a provider on by one generation (or by several, for a command that upstream does in several steps). */
export function touch(provider: Provider, now: Instant, steps = 1): Change {
  return { kind: 'provider-touched', id: provider.id, generation: provider.generation + steps, at: now };
}
