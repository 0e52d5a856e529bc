import type { Prng } from '@berth/testing/prng.ts';
import type { Request } from './exchange.ts';
import type { Look } from './look.ts';
import { mangled } from './mangled.ts';
import type { World } from './world.ts';
import {
  deleteAllocations,
  moveAllocations,
  postAllocations,
  setAllocations,
} from './writes/allocation-writes.ts';
import {
  addInventory,
  deleteInventories,
  deleteInventory,
  setInventories,
  setInventory,
} from './writes/inventory-writes.ts';
import {
  createClass,
  createTrait,
  deleteClass,
  deleteTrait,
  deleteTraits,
  putClass,
  setAggregates,
  setTraits,
} from './writes/label-writes.ts';
import {
  createProvider,
  createUnnamedProvider,
  deleteProvider,
  updateProvider,
} from './writes/provider-writes.ts';
import { reshape } from './writes/reshape.ts';
import type { Write } from './writes/write.ts';

/** A write at random, given what the original holds now: right, refused for a reason, or malformed. */
export async function generateWrite(prng: Prng, world: World, look: Look): Promise<Request> {
  const request = await prng.weighted(writes)(prng, world, look);
  return prng.chance(0.15) ? mangled(prng, request) : request;
}

const writes: readonly (readonly [number, Write])[] = [
  [14, setAllocations],
  [8, postAllocations],
  [3, moveAllocations],
  [4, deleteAllocations],
  [10, reshape],
  [5, createProvider],
  [1, createUnnamedProvider],
  [7, updateProvider],
  [4, deleteProvider],
  [8, setInventories],
  [5, addInventory],
  [6, setInventory],
  [4, deleteInventory],
  [2, deleteInventories],
  [6, setAggregates],
  [6, setTraits],
  [1, deleteTraits],
  [3, createTrait],
  [3, deleteTrait],
  [2, createClass],
  [4, putClass],
  [3, deleteClass],
];
