import type { Need } from '../definitions/definition.ts';
import { pythonText } from '../python/python-text.ts';
import type { Advice, Problem } from '../problem.ts';
import { isPlain } from '../registry/key-template.ts';
import type { RegisteredSpec } from '../registry/registered-spec.ts';
import type { Registry } from '../registry/registry.ts';
import { pythonBoolean } from '../python/python-boolean.ts';
import type { ExtraSpecs, ValidationOptions } from './validate-flavor.ts';

/** What the original accepts in silence, though it will not do what was meant, or not for long. */
export function adviceOn(
  registry: Registry,
  { definition }: RegisteredSpec,
  key: string,
  extraSpecs: ExtraSpecs,
  { driver, imageProperties }: ValidationOptions,
): Problem[] {
  const problems: Problem[] = [];
  const advise = (rule: Advice, text: string, suggestion: string | null): void => {
    problems.push({ key, value: extraSpecs[key] as string, rule, severity: 'warning', text, suggestion });
  };

  if (definition.support?.status === 'deprecated') {
    const { since, replacedBy } = definition.support;
    const instead = replacedBy === null ? 'there is no replacement' : `use '${replacedBy}'`;
    advise('deprecated', `'${key}' is deprecated since ${since}; ${instead}.`, replacedBy);
  }
  for (const need of definition.needs ?? []) {
    if (isMet(registry, need, extraSpecs, imageProperties)) continue;
    const needed = need.values === undefined ? need.key : `${need.key}=${need.values.join(' or ')}`;
    const suggestion = need.values === undefined ? need.key : `${need.key}=${need.values[0]}`;
    advise('missing-dependency', `'${key}' has no effect without '${needed}'.`, suggestion);
  }
  if (driver !== undefined && definition.drivers?.includes(driver) === false) {
    const drivers = definition.drivers.join(', ');
    advise(
      'unsupported-driver',
      `The virt driver '${driver}' takes no notice of '${key}' (${drivers} would).`,
      null,
    );
  }
  return problems;
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
