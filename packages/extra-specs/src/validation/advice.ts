import type { ExtraSpec, Need } from '../definitions/definition.ts';
import type { ImageProperty } from '../definitions/image-property.ts';
import type { Advice, Problem } from '../problem.ts';
import { pythonBoolean } from '../python/python-boolean.ts';
import { pythonText } from '../python/python-text.ts';
import { isPlain } from '../registry/key-template.ts';
import type { RegisteredSpec } from '../registry/registered-spec.ts';
import type { Registry } from '../registry/registry.ts';
import type { ExtraSpecs, ValidationOptions } from './validate-flavor.ts';

/** What the original accepts in silence, though it will not do what was meant, or not for long. */
export function adviceOn(
  registry: Registry,
  { definition }: RegisteredSpec,
  key: string,
  extraSpecs: ExtraSpecs,
  { driver, imageProperties }: ValidationOptions,
): Problem[] {
  const value = extraSpecs[key] as string;
  const problems = adviceOnUse(definition, key, value, driver);
  for (const need of definition.needs ?? []) {
    if (isMet(registry, need, extraSpecs, imageProperties)) continue;
    const needed = need.values === undefined ? need.key : `${need.key}=${need.values.join(' or ')}`;
    const suggestion = need.values === undefined ? need.key : `${need.key}=${need.values[0]}`;
    const text = `'${key}' has no effect without '${needed}'.`;
    problems.push(advice('missing-dependency', key, value, text, suggestion));
  }
  return problems;
}

/** What can be said about the use of an extra spec or an image property by itself. */
export function adviceOnUse(
  { support, drivers }: Pick<ExtraSpec | ImageProperty, 'support' | 'drivers'>,
  key: string,
  value: string,
  driver: string | undefined,
): Problem[] {
  const problems: Problem[] = [];
  if (support?.status === 'deprecated') {
    const { since, replacedBy } = support;
    const instead = replacedBy === null ? 'there is no replacement' : `use '${replacedBy}'`;
    const text = `'${key}' is deprecated since ${since}; ${instead}.`;
    problems.push(advice('deprecated', key, value, text, replacedBy));
  }
  if (driver !== undefined && drivers !== undefined && !drivers.includes(driver)) {
    const others = drivers.length === 0 ? 'none does' : `${drivers.join(', ')} would`;
    const text = `The virt driver '${driver}' takes no notice of '${key}' (${others}).`;
    problems.push(advice('unsupported-driver', key, value, text, null));
  }
  return problems;
}

export function advice(
  rule: Advice,
  key: string,
  value: string,
  text: string,
  suggestion: string | null,
): Problem {
  return { key, value, rule, severity: 'warning', text, suggestion };
}

function isMet(
  registry: Registry,
  need: Need,
  extraSpecs: ExtraSpecs,
  imageProperties: Readonly<Record<string, unknown>> = {},
): boolean {
  if (!isPlain(need.key))
    return Object.keys(extraSpecs).some((key) => registry.keys.find(key)?.key === need.key);
  if (Object.hasOwn(extraSpecs, need.key) && isWanted(need, extraSpecs[need.key] as string)) return true;
  const property = registry.keys.find(need.key)?.definition.image?.property;
  return (
    property !== undefined &&
    Object.hasOwn(imageProperties, property) &&
    isWanted(need, pythonText(imageProperties[property]))
  );
}

/** Booleans can be spelled in many ways; where one is wanted, any of them will do. */
function isWanted({ values }: Need, value: string): boolean {
  if (values === undefined || values.includes(value)) return true;
  const meaning = pythonBoolean(value);
  return meaning !== null && values.includes(String(meaning));
}
