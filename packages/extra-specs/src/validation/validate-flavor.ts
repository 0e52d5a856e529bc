import { pythonText } from '../python/python-text.ts';
import type { Mode, Problem } from '../problem.ts';
import type { RegisteredSpec } from '../registry/registered-spec.ts';
import type { Registry } from '../registry/registry.ts';
import { suggestKey } from '../suggestions/suggest-key.ts';
import { adviceOn } from './advice.ts';

/** What a flavor or a request says, in its order. */
export type ExtraSpecs = Readonly<Record<string, string>>;

export interface ValidationOptions {
  readonly mode: Mode;
  /** The virt driver that the flavor is for. Without one, nothing is said about drivers. */
  readonly driver?: string | undefined;
  /** The properties of the image that it is used with: what a spec needs may be there. */
  readonly imageProperties?: Readonly<Record<string, unknown>> | undefined;
}

/** In one flavor. To find out what was meant takes a look at every key, which can take milliseconds. */
const mostSuggestions = 100;

/**
 * All that is wrong with the extra specs of a flavor, and what looks wrong, in the order of the flavor. In mode `strict` the
 * errors are exactly what the original refuses, the first of them with the text that it answers; everything else is a warning.
 */
export function validateFlavor(
  registry: Registry,
  extraSpecs: ExtraSpecs,
  options: ValidationOptions,
): Problem[] {
  if (options.mode === 'off') return [];
  const problems: Problem[] = [];
  let unknown = 0;
  for (const key of Object.keys(extraSpecs)) {
    const value: unknown = extraSpecs[key];
    if (typeof value !== 'string') return validateFlavor(registry, asTexts(extraSpecs), options);
    const spec = registry.keys.find(key);
    if (spec === null) {
      unknown += 1;
      const suggestion = unknown > mostSuggestions ? null : suggestKey(registry, key);
      problems.push(unknownKey(registry, key, value, suggestion));
    } else {
      const fault = spec.refines?.checkValue(value) ?? spec.checkValue(value);
      if (fault !== null) problems.push({ key, value, severity: 'error', ...fault });
      if (hasMoreToSay(spec)) problems.push(...adviceOn(registry, spec, key, extraSpecs, options));
    }
  }
  return options.mode === 'warn' ? problems.map(asWarning) : problems;
}

/** All that is wrong with one extra spec by itself. What it needs beside it is not looked for. */
export function validateSpec(
  registry: Registry,
  key: string,
  value: string,
  options: ValidationOptions,
): Problem[] {
  return validateFlavor(registry, { [key]: value }, options).filter(
    ({ rule }) => rule !== 'missing-dependency',
  );
}

export function asWarning(problem: Problem): Problem {
  return { ...problem, severity: 'warning' };
}

/** Most specs are supported everywhere and stand by themselves. */
function hasMoreToSay({ definition }: RegisteredSpec): boolean {
  return (
    definition.support !== undefined || definition.needs !== undefined || definition.drivers !== undefined
  );
}

/** Not what the type promises, but what a file or a request may hold. The original makes texts of them, too. */
function asTexts(extraSpecs: ExtraSpecs): ExtraSpecs {
  return Object.fromEntries(Object.entries(extraSpecs).map(([key, value]) => [key, pythonText(value)]));
}

export function unknownKeyText(key: string): string {
  return `Validation failed; extra spec '${key}' does not appear to be a valid extra spec.`;
}

function unknownKey(registry: Registry, key: string, value: string, suggestion: string | null): Problem {
  if (registry.keys.knowsNamespaceOf(key)) {
    return { key, value, rule: 'unknown-key', severity: 'error', text: unknownKeyText(key), suggestion };
  }
  const colon = key.indexOf(':');
  return colon < 0
    ? {
        key,
        value,
        rule: 'no-namespace',
        severity: 'warning',
        text: `'${key}' has no namespace and is not a known extra spec; nothing checks it.`,
        suggestion,
      }
    : {
        key,
        value,
        rule: 'unknown-namespace',
        severity: 'warning',
        text: `'${key.slice(0, colon)}' is not a known namespace; nothing checks '${key}'.`,
        suggestion,
      };
}
