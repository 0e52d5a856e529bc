import type { Registry } from '../registry/registry.ts';
import { type ExtraSpecs, unknownKeyText } from './validate-flavor.ts';

/**
 * What the original answers to extra specs that it refuses; null where it takes them. This is the first error of `validateFlavor` in mode
 * `strict`, without what that says besides: for services, whose clients are waiting.
 */
export function firstRefusal(registry: Registry, extraSpecs: ExtraSpecs): string | null {
  for (const [key, value] of Object.entries(extraSpecs)) {
    const spec = registry.keys.find(key);
    if (spec === null) {
      if (registry.keys.knowsNamespaceOf(key)) return unknownKeyText(key);
      continue;
    }
    const fault = spec.refines?.checkValue(value) ?? spec.checkValue(value);
    if (fault !== null) return fault.text;
  }
  return null;
}
