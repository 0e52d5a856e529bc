import type { ComputeEndpoint } from './endpoint.ts';
import { deleteFlavor, showFlavor, updateFlavor } from './flavors/change-flavor.ts';
import { createFlavor } from './flavors/create-flavor.ts';
import { listFlavors, listFlavorsInDetail } from './flavors/list-flavors.ts';
import { listActions, listActionsInPages } from './instance-actions/list-actions.ts';
import { showAction } from './instance-actions/show-action.ts';
import { listMigrations, listMigrationsOfServer, showMigrationOfServer } from './migrations/list-migrations.ts';
import { listServers, listServersInDetail } from './servers/list-servers.ts';
import {
  listAddresses,
  listMetadata,
  listTags,
  showAddressesOfNetwork,
  showMetadataItem,
  showServer,
  showTag,
} from './servers/one-server.ts';
import { versionDocuments } from './version-documents.ts';

/** Everything that the service answers. */
export const routes: readonly ComputeEndpoint[] = [
  ...versionDocuments,
  listFlavors,
  listFlavorsInDetail,
  createFlavor,
  showFlavor,
  updateFlavor,
  deleteFlavor,
  listServers,
  listServersInDetail,
  showServer,
  listAddresses,
  showAddressesOfNetwork,
  listMetadata,
  showMetadataItem,
  listTags,
  showTag,
  listActions,
  listActionsInPages,
  showAction,
  listMigrations,
  listMigrationsOfServer,
  showMigrationOfServer,
];
