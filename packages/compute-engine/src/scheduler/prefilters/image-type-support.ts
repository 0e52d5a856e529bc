import { standardTraits } from '@berth/engine/catalog/traits.ts';
import type { Prefilter } from './prefilter.ts';

/** On a host that can do with the format of the image. */
export const imageTypeSupport: Prefilter = ({ request, settings }, demands) => {
  const format = request.image?.diskFormat ?? null;
  if (!settings.imageTypeSupport || request.isVolumeBacked || format === null) return null;
  const trait = `COMPUTE_IMAGE_TYPE_${format.toUpperCase()}`;
  if (traits.has(trait)) demands.requireOfRoot(trait);
  return null;
};

const traits: ReadonlySet<string> = new Set(standardTraits);
