import type { Change } from '../changes.ts';
import type { World } from '../world.ts';

/**
 * By how much applied changes have moved the generations of providers that were at 0 before, by their names. Whoever
 * is touched twice in one command is a mistake: only the last would count.
 */
export function generationsMoved(world: World, changes: readonly Change[]): Record<string, number> {
  const moved: Record<string, number> = {};
  for (const change of changes) {
    if (change.kind !== 'provider-touched') continue;
    const name = world.providers.get(change.id)?.name ?? change.id;
    if (name in moved) throw new Error(`${name} is touched twice.`);
    moved[name] = change.generation;
  }
  return moved;
}
