import { unreachable } from '@berth/engine/assert.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import type { ChangeQuery } from './change-query.ts';
import { nounsOf } from './nouns.ts';
import type { TreeHistory } from './tree-history.ts';

/** Whether a change is among those that were asked for. `trees` must be ready for it, if a tree was. */
export function isAskedFor(
  numbered: NumberedChange<Change>,
  { nouns, tree }: ChangeQuery,
  trees: TreeHistory,
): boolean {
  if (nouns !== null && !nounsOf[numbered.change.kind].some((noun) => nouns.has(noun))) return false;
  return tree === null || isAboutTree(numbered, tree, trees);
}

/** Says yes where it cannot be told: a client can leave out what it need not know, but not make up what it missed. */
function isAboutTree(
  { number, change }: NumberedChange<Change>,
  tree: ProviderId,
  trees: TreeHistory,
): boolean {
  const isIn = (id: ProviderId): boolean => id === tree || trees.areTogetherAt(number, id, tree);
  switch (change.kind) {
    // These may lead into the tree, or out of it; both are of interest there.
    case 'provider-set':
      return isIn(change.provider.id) || trees.areTogetherAt(number - 1, change.provider.id, tree);
    case 'provider-removed':
      return isIn(change.id) || trees.areTogetherAt(number - 1, change.id, tree);
    case 'provider-touched':
    case 'inventories-set':
    case 'traits-set':
    case 'aggregates-set':
      return isIn(change.id);
    case 'consumer-set': {
      // One that was there before may have held something in the tree that it holds no more.
      const { allocations } = change.consumer;
      return change.isNew !== true || allocations.some(({ providerId }) => isIn(providerId));
    }
    // What it held is not said.
    case 'consumer-removed':
      return true;
    // In all inventories and allocations, whatever the tree.
    case 'class-renamed':
      return true;
    case 'trait-added':
    case 'trait-removed':
    case 'class-added':
    case 'class-removed':
      return false;
    default:
      return unreachable(change);
  }
}
