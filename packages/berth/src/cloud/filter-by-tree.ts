import { TreeFilter } from '@berth/placement/feed/tree-filter.ts';
import type { MakeChangeFilter } from '../own-api/changes/change-filter.ts';
import type { HasPlacement } from './serve-placement.ts';

/** Whoever follows the changes of all parts can choose those about a tree of Placement's. */
export const filterByTree: MakeChangeFilter<HasPlacement> = (feed, world) =>
  new TreeFilter(feed, () => world().placement);
