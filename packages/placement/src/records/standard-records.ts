import { standardClasses } from '@berth/engine/catalog/resource-classes.ts';
import { standardTraits } from '@berth/engine/catalog/traits.ts';
import type { PlacementRecord } from './placement-record.ts';

/** Classes and traits: told apart by name, and some are in every ledger. */
export function isCatalog({ kind }: PlacementRecord): boolean {
  return kind === 'class' || kind === 'trait';
}

/** What every ledger has, whoever made it. */
export function isStandard(record: PlacementRecord): boolean {
  if (record.kind === 'class') return standardNames.has(record.resourceClass.name);
  return record.kind === 'trait' && standardNames.has(record.trait.name);
}

const standardNames: ReadonlySet<string> = new Set([...standardClasses, ...standardTraits]);
