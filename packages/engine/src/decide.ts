import { unreachable } from './assert.ts';
import type { Change } from './changes.ts';
import {
  type AddClass,
  addClass,
  type RemoveClass,
  removeClass,
  type RenameClass,
  renameClass,
} from './commands/change-classes.ts';
import {
  type AddInventory,
  addInventory,
  type RemoveInventory,
  removeInventory,
  type UpdateInventory,
  updateInventory,
} from './commands/change-inventory.ts';
import { type AddTrait, addTrait, type RemoveTrait, removeTrait } from './commands/change-traits.ts';
import { type CreateProvider, createProvider } from './commands/create-provider.ts';
import { type HandOverAllocations, handOverAllocations } from './commands/hand-over-allocations.ts';
import { type ReleaseTree, releaseTree } from './commands/release-tree.ts';
import { type RemoveAllocations, removeAllocations } from './commands/remove-allocations.ts';
import { type RemoveProvider, removeProvider } from './commands/remove-provider.ts';
import { type Reshape, reshape } from './commands/reshape.ts';
import { type SetAggregates, setAggregates } from './commands/set-aggregates.ts';
import { type SetAllocations, setAllocations } from './commands/set-allocations.ts';
import { type SetInventories, setInventories } from './commands/set-inventories.ts';
import { type SetTraits, setTraits } from './commands/set-traits.ts';
import { type SyncCatalog, syncCatalog } from './commands/sync-catalog.ts';
import { type UpdateProvider, updateProvider } from './commands/update-provider.ts';
import type { World } from './world.ts';

/** Everything that can be asked of the world. Time and new ids are fields: deciding is a calculation. */
export type Command =
  | CreateProvider
  | UpdateProvider
  | RemoveProvider
  | SetInventories
  | AddInventory
  | UpdateInventory
  | RemoveInventory
  | SetTraits
  | SetAggregates
  | SetAllocations
  | RemoveAllocations
  | HandOverAllocations
  | ReleaseTree
  | Reshape
  | AddTrait
  | RemoveTrait
  | AddClass
  | RemoveClass
  | RenameClass
  | SyncCatalog;

/** What a command would change; nothing has changed yet. Throws a Refusal when it may not be. */
export function decide(world: World, command: Command): readonly Change[] {
  switch (command.kind) {
    case 'create-provider':
      return createProvider(world, command);
    case 'update-provider':
      return updateProvider(world, command);
    case 'remove-provider':
      return removeProvider(world, command);
    case 'set-inventories':
      return setInventories(world, command);
    case 'add-inventory':
      return addInventory(world, command);
    case 'update-inventory':
      return updateInventory(world, command);
    case 'remove-inventory':
      return removeInventory(world, command);
    case 'set-traits':
      return setTraits(world, command);
    case 'set-aggregates':
      return setAggregates(world, command);
    case 'set-allocations':
      return setAllocations(world, command);
    case 'remove-allocations':
      return removeAllocations(world, command);
    case 'hand-over-allocations':
      return handOverAllocations(world, command);
    case 'release-tree':
      return releaseTree(world, command);
    case 'reshape':
      return reshape(world, command);
    case 'add-trait':
      return addTrait(world, command);
    case 'remove-trait':
      return removeTrait(world, command);
    case 'add-class':
      return addClass(world, command);
    case 'remove-class':
      return removeClass(world, command);
    case 'rename-class':
      return renameClass(world, command);
    case 'sync-catalog':
      return syncCatalog(world, command);
    default:
      return unreachable(command);
  }
}
