import type { ComputeEndpoint } from './endpoint.ts';
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
  listFlavorAccess,
  addFlavorAccess,
  removeFlavorAccess,
  listExtraSpecs,
  showExtraSpec,
  addExtraSpecs,
  setExtraSpec,
  removeExtraSpec,
];
