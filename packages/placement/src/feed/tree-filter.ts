import { unreachable } from '@berth/engine/assert.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import { canonicalUuid, isUuidLike } from '@berth/api-kit/json/uuid.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import type { World } from '@berth/engine/world.ts';
import type { ChangeFeed } from '@berth/ledger/following/feed.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import { codes } from '../http/errors.ts';
import { changeKinds } from './change-fields.ts';
import { TreeHistory } from './tree-history.ts';

/** The parameter `tree` of those who follow changes: about the tree that a provider is in. */
export class TreeFilter {
  readonly name = 'tree';
  readonly #trees: TreeHistory;

  /** The feed may have changes of other parts, too. */
  constructor(feed: ChangeFeed<KindedChange>, world: () => World) {
    // It looks only at kinds that are Placement's.
    this.#trees = new TreeHistory(feed as ChangeFeed<Change>, world);
  }

  /** What is asked for, or a 400. */
  parse(text: string): string {
    if (isUuidLike(text)) return canonicalUuid(text);
    throw badRequest(`Invalid value for tree: '${text}' is not the uuid of a provider.`, codes.badValue);
  }

  /** Calls `look`, in a turn of its own, when it can be asked about changes up to this number. */
  consult<Result>(number: number, look: () => Result): Promise<Result> {
    return this.#trees.consult(number, look);
  }

  /** Only to be asked within `consult`. What other parts change is about no tree. */
  isAbout(numbered: NumberedChange<KindedChange>, tree: string): boolean {
    return isPlacements(numbered) && isAboutTree(numbered, tree as ProviderId, this.#trees);
  }
}

function isPlacements(numbered: NumberedChange<KindedChange>): numbered is NumberedChange<Change> {
  return Object.hasOwn(changeKinds, numbered.change.kind);
}

/** Says yes where it cannot be told: a client can leave out what it need not know, but not make up what it missed. */
export function isAboutTree(
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
