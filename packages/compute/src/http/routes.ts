import type { ComputeEndpoint } from './endpoint.ts';
import { deleteFlavor, showFlavor, updateFlavor } from './flavors/change-flavor.ts';
import { createFlavor } from './flavors/create-flavor.ts';
import { listFlavors, listFlavorsInDetail } from './flavors/list-flavors.ts';
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
];
