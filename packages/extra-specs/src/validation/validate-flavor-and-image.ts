import {
  checkFlavorAndImage,
  type Circumstances,
  type Flavor,
  type Image,
} from '../flavor-and-image/check-flavor-and-image.ts';
import type { Problem } from '../problem.ts';
import type { Registry } from '../registry/registry.ts';
import { adviceOnImage } from './image-advice.ts';
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
    mode: 'strict',
    imageProperties: image.properties,
  });
  // A value that is wrong by itself is wrong beside an image, too; once is enough. A warning about a key says nothing about
  // an image property, which may have the same name.
  const refused = new Set(alone.filter(({ severity }) => severity === 'error').map(({ key }) => key));
  const together = checkFlavorAndImage(flavor, image, circumstances).filter(({ key }) => !refused.has(key));
  const problems = [...alone, ...together, ...adviceOnImage(registry, image.properties, options.driver)];
  return options.mode === 'warn' ? problems.map(asWarning) : problems;
}
