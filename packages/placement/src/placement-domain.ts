import { apply } from '@berth/engine/apply.ts';
import { standardClasses } from '@berth/engine/catalog/resource-classes.ts';
import { standardTraits } from '@berth/engine/catalog/traits.ts';
import type { Change } from '@berth/engine/changes.ts';
import { sizeOf } from '@berth/engine/commands/size-of.ts';
import { weightOf } from '@berth/engine/weight-of.ts';
import type { Command } from '@berth/engine/decide.ts';
import { decide } from '@berth/engine/decide.ts';
import type { WorldState } from '@berth/engine/world.ts';
import type { Domain } from '@berth/ledger/domain.ts';
import type { App } from './http/app.ts';

/** How the ledger decides and applies what is asked of Placement. */
export const placementDomain: Domain<WorldState, Command, Change> = { decide, apply, sizeOf, weightOf };

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
