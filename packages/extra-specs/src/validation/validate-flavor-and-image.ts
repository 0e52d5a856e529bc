import {
  checkFlavorAndImage,
  type Circumstances,
  type Flavor,
  type Image,
} from '../flavor-and-image/check-flavor-and-image.ts';
import type { Problem } from '../problem.ts';
import type { Registry } from '../registry/registry.ts';
import { asWarning, type ValidationOptions, validateFlavor } from './validate-flavor.ts';

/** All that is wrong with a flavor by itself, and with the two of them together. */
export function validateFlavorAndImage(
  registry: Registry,
  flavor: Flavor,
  image: Image,
  circumstances: Circumstances,
  options: ValidationOptions,
): Problem[] {
  if (options.mode === 'off') return [];
  const alone = validateFlavor(registry, flavor.extraSpecs, {
    ...options,
    imageProperties: image.properties,
  });
  const known = new Set(alone.filter(isRefused).map(({ key }) => key));
  // A value that is wrong by itself is wrong beside an image, too; once is enough.
  const together = checkFlavorAndImage(flavor, image, circumstances).filter(({ key }) => !known.has(key));
  return [...alone, ...(options.mode === 'warn' ? together.map(asWarning) : together)];
}

function isRefused({ rule }: Problem): boolean {
  return rule !== 'missing-dependency' && rule !== 'unsupported-driver' && rule !== 'deprecated';
}
