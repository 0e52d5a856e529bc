import type { Change } from '../changes.ts';
import type { ClassName, Instant, TraitName } from '../ids.ts';
import type { World } from '../world.ts';

export interface SyncCatalog {
  readonly kind: 'sync-catalog';
  readonly traits: readonly string[];
  /** In the order of the catalog. */
  readonly classes: readonly string[];
  readonly now: Instant;
}

/** Adds the standard traits and classes that are not there yet. It never removes one: somebody may use it. */
export function syncCatalog(world: World, { traits, classes, now }: SyncCatalog): Change[] {
  const changes: Change[] = [];
  classes.forEach((name, order) => {
    if (world.classes.has(name as ClassName)) return;
    const resourceClass = { name: name as ClassName, order, createdAt: null, updatedAt: null };
    changes.push({ kind: 'class-added', resourceClass });
  });
  for (const name of traits) {
    if (world.traits.has(name as TraitName)) continue;
    changes.push({ kind: 'trait-added', trait: { name: name as TraitName, createdAt: now } });
  }
  return changes;
}
