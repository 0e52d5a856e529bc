import { listZones } from './availability-zones/list-zones.ts';
import { listZonesInDetail } from './availability-zones/list-zones-in-detail.ts';
import type { ComputeEndpoint } from './endpoint.ts';
import { listExtensions, showExtension } from './extensions/extensions.ts';
import { deleteFlavor, showFlavor, updateFlavor } from './flavors/change-flavor.ts';
import { createFlavor } from './flavors/create-flavor.ts';
import {
  addExtraSpecs,
  listExtraSpecs,
  removeExtraSpec,
  setExtraSpec,
  showExtraSpec,
} from './flavors/extra-specs.ts';
import { addFlavorAccess, listFlavorAccess, removeFlavorAccess } from './flavors/flavor-access.ts';
import { listFlavors, listFlavorsInDetail } from './flavors/list-flavors.ts';
import { cacheImages } from './host-aggregates/cache-images.ts';
import { createAggregate } from './host-aggregates/create-aggregate.ts';
import { listAggregates } from './host-aggregates/list-aggregates.ts';
import {
  addAggregateHost,
  deleteAggregate,
  removeAggregateHost,
  setAggregateMetadata,
  showAggregate,
  updateAggregate,
} from './host-aggregates/one-aggregate.ts';
import {
  listHypervisors,
  listHypervisorsInDetail,
  listServersOfHypervisors,
  searchHypervisors,
} from './hypervisors/list-hypervisors.ts';
import { showHypervisor, showStatistics, showUptime } from './hypervisors/one-hypervisor.ts';
import { createKeypair } from './keypairs/create-keypair.ts';
import {
  addImageMetadata,
  listImageMetadata,
  removeImageMetadata,
  replaceImageMetadata,
  setImageMetadata,
  showImageMetadata,
} from './images/image-metadata.ts';
import { deleteImage, listImages, listImagesInDetail, showImage } from './images/proxied-images.ts';
import { listKeypairs, listKeypairsInPages } from './keypairs/list-keypairs.ts';
import { deleteKeypair, showKeypair } from './keypairs/one-keypair.ts';
import { showLimits } from './limits/show-limits.ts';
import { showQuotaClass, updateQuotaClass } from './quotas/quota-classes.ts';
import {
  deleteQuota,
  showDefaultQuota,
  showQuota,
  showQuotaInDetail,
  updateQuota,
} from './quotas/quota-sets.ts';
import { createServerGroup } from './server-groups/create-server-group.ts';
import { listServerGroups } from './server-groups/list-server-groups.ts';
import { deleteServerGroup, showServerGroup } from './server-groups/one-server-group.ts';
import { listActions, listActionsInPages } from './instance-actions/list-actions.ts';
import { showAction } from './instance-actions/show-action.ts';
import { listMigrations } from './migrations/list-migrations.ts';
import {
  abortMigration,
  forceCompleteMigration,
  listMigrationsOfServer,
  showMigrationOfServer,
} from './migrations/migrations-of-server.ts';
import { plainActions, rebootServer, triggerCrashDump } from './servers/act-on-server.ts';
import {
  forceDeleteServer,
  injectNetworkInfo,
  lockServer,
  resetNetwork,
  resetServerState,
  unlockServer,
} from './servers/admin-actions.ts';
import { confirmResize, revertResize } from './servers/end-move.ts';
import { evacuateServer } from './servers/evacuate-server.ts';
import { liveMoveServer } from './servers/live-move-server.ts';
import { migrateServer, resizeServer } from './servers/move-server.ts';
import { deleteServer, updateServer } from './servers/change-server.ts';
import { changePassword } from './servers/change-password.ts';
import { getConsoleOutput } from './servers/console-output.ts';
import { createServerBackup } from './servers/create-backup.ts';
import { showDiagnostics } from './servers/diagnostics.ts';
import { showTopology } from './servers/topology.ts';
import { createServerImage } from './servers/create-image.ts';
import { createServers } from './servers/create-servers.ts';
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
import { rebuildServer } from './servers/rebuild-server.ts';
import { consoleActions, createRemoteConsole } from './servers/remote-consoles.ts';
import { rescueServer } from './servers/rescue-server.ts';
import { clearServerPassword, showServerPassword } from './servers/server-password.ts';
import { offloadServer, shelveServer } from './servers/shelve-server.ts';
import { unshelveServer } from './servers/unshelve-server.ts';
import { listVolumeAttachments, showVolumeAttachment } from './servers/volume-attachments.ts';
import {
  addMetadata,
  removeMetadataItem,
  replaceMetadata,
  setMetadataItem,
} from './servers/write-metadata.ts';
import { addTag, removeTag, removeTags, replaceTags } from './servers/write-tags.ts';
import { deleteService } from './services/delete-service.ts';
import { listHosts } from './services/list-hosts.ts';
import { listServices } from './services/list-services.ts';
import { updateNamedService, updateService } from './services/update-service.ts';
import { showUsageAuditLog, showUsageAuditLogBefore } from './tenant-usage/usage-audit-log.ts';
import { listTenantUsage, showTenantUsage } from './tenant-usage/tenant-usage.ts';
import { versionDocuments } from './version-documents.ts';

/** Everything that the service answers. */
export const routes: readonly ComputeEndpoint[] = [
  ...versionDocuments,
  listExtensions,
  showExtension,
  listFlavors,
  listFlavorsInDetail,
  createFlavor,
  showFlavor,
  updateFlavor,
  deleteFlavor,
  listFlavorAccess,
  addFlavorAccess,
  removeFlavorAccess,
  listExtraSpecs,
  showExtraSpec,
  addExtraSpecs,
  setExtraSpec,
  removeExtraSpec,
  listKeypairs,
  listKeypairsInPages,
  createKeypair,
  showKeypair,
  deleteKeypair,
  listServerGroups,
  createServerGroup,
  showServerGroup,
  deleteServerGroup,
  showQuota,
  showQuotaInDetail,
  showDefaultQuota,
  updateQuota,
  deleteQuota,
  showQuotaClass,
  updateQuotaClass,
  showLimits,
  listTenantUsage,
  showTenantUsage,
  showUsageAuditLog,
  showUsageAuditLogBefore,
  listZones,
  listZonesInDetail,
  listAggregates,
  createAggregate,
  showAggregate,
  updateAggregate,
  deleteAggregate,
  addAggregateHost,
  removeAggregateHost,
  setAggregateMetadata,
  cacheImages,
  listHosts,
  listServices,
  updateNamedService,
  updateService,
  deleteService,
  listHypervisors,
  listHypervisorsInDetail,
  showStatistics,
  showHypervisor,
  searchHypervisors,
  listServersOfHypervisors,
  showUptime,
  listServers,
  listServersInDetail,
  createServers,
  showServer,
  updateServer,
  deleteServer,
  ...plainActions,
  rebootServer,
  rebuildServer,
  resizeServer,
  confirmResize,
  revertResize,
  migrateServer,
  evacuateServer,
  liveMoveServer,
  createServerImage,
  createServerBackup,
  shelveServer,
  offloadServer,
  unshelveServer,
  triggerCrashDump,
  rescueServer,
  changePassword,
  getConsoleOutput,
  lockServer,
  unlockServer,
  resetServerState,
  forceDeleteServer,
  showServerPassword,
  clearServerPassword,
  showDiagnostics,
  showTopology,
  injectNetworkInfo,
  resetNetwork,
  ...consoleActions,
  createRemoteConsole,
  listVolumeAttachments,
  showVolumeAttachment,
  listAddresses,
  showAddressesOfNetwork,
  listMetadata,
  showMetadataItem,
  addMetadata,
  replaceMetadata,
  setMetadataItem,
  removeMetadataItem,
  listTags,
  showTag,
  replaceTags,
  addTag,
  removeTag,
  removeTags,
  listImages,
  listImagesInDetail,
  showImage,
  deleteImage,
  listImageMetadata,
  showImageMetadata,
  addImageMetadata,
  replaceImageMetadata,
  setImageMetadata,
  removeImageMetadata,
  listActions,
  listActionsInPages,
  showAction,
  listMigrations,
  listMigrationsOfServer,
  showMigrationOfServer,
  abortMigration,
  forceCompleteMigration,
];
