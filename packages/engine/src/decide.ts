import { unreachable } from './assert.ts';
import type { Change } from './changes.ts';
import type { AddClass, RemoveClass, RenameClass } from './commands/change-classes.ts';
import { addClass, removeClass, renameClass } from './commands/change-classes.ts';
import type { AddInventory, RemoveInventory, UpdateInventory } from './commands/change-inventory.ts';
import { addInventory, removeInventory, updateInventory } from './commands/change-inventory.ts';
import type { AddTrait, RemoveTrait } from './commands/change-traits.ts';
import { addTrait, removeTrait } from './commands/change-traits.ts';
import type { CreateProvider } from './commands/create-provider.ts';
import { createProvider } from './commands/create-provider.ts';
import type { RemoveAllocations } from './commands/remove-allocations.ts';
import { removeAllocations } from './commands/remove-allocations.ts';
import type { RemoveProvider } from './commands/remove-provider.ts';
import { removeProvider } from './commands/remove-provider.ts';
import type { Reshape } from './commands/reshape.ts';
import { reshape } from './commands/reshape.ts';
import type { SetAggregates } from './commands/set-aggregates.ts';
import { setAggregates } from './commands/set-aggregates.ts';
import type { SetAllocations } from './commands/set-allocations.ts';
import { setAllocations } from './commands/set-allocations.ts';
import type { SetInventories } from './commands/set-inventories.ts';
import { setInventories } from './commands/set-inventories.ts';
import type { SetTraits } from './commands/set-traits.ts';
import { setTraits } from './commands/set-traits.ts';
import type { SyncCatalog } from './commands/sync-catalog.ts';
import { syncCatalog } from './commands/sync-catalog.ts';
import type { UpdateProvider } from './commands/update-provider.ts';
import { updateProvider } from './commands/update-provider.ts';
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
