import { getAggregates, putAggregates } from './aggregates/aggregates.ts';
import { listCandidates } from './allocation-candidates/list-candidates.ts';
import { getAllocations, getProviderAllocations } from './allocations/read-allocations.ts';
import { deleteAllocations, postAllocations, putAllocations } from './allocations/write-allocations.ts';
import type { PlacementEndpoint } from './endpoints.ts';
import { explainCandidates } from './explain/explain-candidates.ts';
import { deleteInventory, postInventory, putInventory } from './inventories/one-inventory.ts';
import { getInventories, getInventory } from './inventories/get-inventories.ts';
import { deleteInventories, putInventories } from './inventories/all-inventories.ts';
import { deleteProvider } from './providers/delete-provider.ts';
import { getProvider } from './providers/get-provider.ts';
import { listProviders } from './providers/list-providers.ts';
import { postProvider } from './providers/post-provider.ts';
import { getProviderTree } from './provider-trees/get-provider-tree.ts';
import { putProvider } from './providers/put-provider.ts';
import { checkReshaper } from './reshaper/check-reshaper.ts';
import { postReshaper } from './reshaper/post-reshaper.ts';
import {
  deleteResourceClass,
  getResourceClass,
  listResourceClasses,
  postResourceClass,
  putResourceClass,
  renameResourceClass,
} from './resource-classes/resource-classes.ts';
import { getRoot } from './root/get-root.ts';
import { deleteProviderTraits, getProviderTraits, putProviderTraits } from './traits/provider-traits.ts';
import { deleteTrait, getTrait, listTraits, putTrait } from './traits/traits.ts';
import { getProviderUsages, getUsages } from './usages/usages.ts';

/** The whole API on one page. The order within a path is that of its `allow` header. */
export const routes: readonly PlacementEndpoint[] = [
  /* GET    / */ getRoot,

  /* GET    /resource_providers */ listProviders,
  /* POST   /resource_providers */ postProvider,
  /* GET    /resource_providers/{uuid} */ getProvider,
  /* DELETE /resource_providers/{uuid} */ deleteProvider,
  /* PUT    /resource_providers/{uuid} */ putProvider,

  /* GET    /resource_providers/{uuid}/inventories */ getInventories,
  /* POST   /resource_providers/{uuid}/inventories */ postInventory,
  /* PUT    /resource_providers/{uuid}/inventories */ putInventories,
  /* DELETE /resource_providers/{uuid}/inventories  1.5 */ deleteInventories,
  /* GET    /resource_providers/{uuid}/inventories/{resource_class} */ getInventory,
  /* PUT    /resource_providers/{uuid}/inventories/{resource_class} */ putInventory,
  /* DELETE /resource_providers/{uuid}/inventories/{resource_class} */ deleteInventory,

  /* GET    /resource_providers/{uuid}/usages */ getProviderUsages,
  /* GET    /resource_providers/{uuid}/aggregates  1.1 */ getAggregates,
  /* PUT    /resource_providers/{uuid}/aggregates  1.1 */ putAggregates,
  /* GET    /resource_providers/{uuid}/allocations */ getProviderAllocations,
  /* GET    /resource_providers/{uuid}/traits  1.6 */ getProviderTraits,
  /* PUT    /resource_providers/{uuid}/traits  1.6 */ putProviderTraits,
  /* DELETE /resource_providers/{uuid}/traits  1.6 */ deleteProviderTraits,

  /* POST   /allocations  1.13 */ postAllocations,
  /* GET    /allocations/{consumer_uuid} */ getAllocations,
  /* PUT    /allocations/{consumer_uuid} */ putAllocations,
  /* DELETE /allocations/{consumer_uuid} */ deleteAllocations,
  /* GET    /allocation_candidates  1.10 */ listCandidates,

  /* GET    /resource_classes  1.2 */ listResourceClasses,
  /* POST   /resource_classes  1.2 */ postResourceClass,
  /* GET    /resource_classes/{name}  1.2 */ getResourceClass,
  /* PUT    /resource_classes/{name}  1.2 to 1.6 */ renameResourceClass,
  /* PUT    /resource_classes/{name}  1.7 */ putResourceClass,
  /* DELETE /resource_classes/{name}  1.2 */ deleteResourceClass,

  /* GET    /traits  1.6 */ listTraits,
  /* GET    /traits/{name}  1.6 */ getTrait,
  /* PUT    /traits/{name}  1.6 */ putTrait,
  /* DELETE /traits/{name}  1.6 */ deleteTrait,

  /* GET    /usages  1.9 */ getUsages,
  /* POST   /reshaper  1.30 */ postReshaper,

  /* GET    /berth/v1/explain/allocation_candidates  1.10 */ explainCandidates,
  /* GET    /berth/v1/provider_trees/{uuid}  1.14 */ getProviderTree,
  /* POST   /berth/v1/reshaper/check  1.30 */ checkReshaper,
];
