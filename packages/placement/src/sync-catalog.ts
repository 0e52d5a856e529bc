import { standardClasses } from '@berth/engine/catalog/resource-classes.ts';
import { standardTraits } from '@berth/engine/catalog/traits.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { App } from './http/app.ts';

/** Puts the standard classes and traits into the ledger; says which of them were new to it. */
export function syncCatalog(commit: App['commit'], now: number): Promise<readonly string[]> {
  return commit(
    { kind: 'sync-catalog', traits: standardTraits, classes: standardClasses, now },
    (_, changes) => changes.flatMap(addedName),
  );
}

function addedName(change: Change): string[] {
  if (change.kind === 'class-added') return [change.resourceClass.name];
  return change.kind === 'trait-added' ? [change.trait.name] : [];
}
