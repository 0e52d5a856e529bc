import { standardTraits } from '@berth/engine/catalog/traits.ts';
import { imageText } from '@berth/extra-specs/flavor-and-image/server.ts';
import type { Prefilter } from './prefilter.ts';

/** On a host that has the devices that the image names. */
export const imageMetadataTraits: Prefilter = ({ wishes, settings }, demands) => {
  if (!settings.imageTraits) return null;
  const wanted: string[] = [];
  for (const [property, prefix] of prefixes) {
    const value = imageText(wishes, property);
    if (typeof value === 'string') wanted.push(`${prefix}_${value.replaceAll('-', '_').toUpperCase()}`);
  }
  // Where there is no such trait, nobody could have it: then none of them is asked for, as by the original.
  if (wanted.every((trait) => traits.has(trait))) for (const trait of wanted) demands.requireOfRoot(trait);
  return null;
};

const prefixes: readonly (readonly [property: string, prefix: string])[] = [
  ['hw_cdrom_bus', 'COMPUTE_STORAGE_BUS'],
  ['hw_disk_bus', 'COMPUTE_STORAGE_BUS'],
  ['hw_video_model', 'COMPUTE_GRAPHICS_MODEL'],
  ['hw_vif_model', 'COMPUTE_NET_VIF_MODEL'],
  ['hw_architecture', 'HW_ARCH'],
  ['hw_emulation_architecture', 'COMPUTE_ARCH'],
  ['hw_viommu_model', 'COMPUTE_VIOMMU'],
];

const traits: ReadonlySet<string> = new Set(standardTraits);
