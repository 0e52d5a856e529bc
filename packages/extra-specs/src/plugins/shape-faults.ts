import type { ErrorObject, ValidateFunction } from 'ajv';
import { loadAjv } from '../json-schema-library.ts';
import { pointerSteps } from '../json-pointer.ts';
import { namespaceSchema } from './namespace-schema.ts';

const mostFaults = 10;

let compiled: ValidateFunction | null = null;

/** What keeps plain data from being a `Namespace`, each with its place in it: `specs[2].value: …`. */
export function shapeFaults(data: unknown): readonly string[] {
  const isNamespaceShaped = (compiled ??= compile());
  if (isNamespaceShaped(data)) return [];
  const faults = (isNamespaceShaped.errors ?? []).map(describe);
  if (faults.length <= mostFaults) return faults;
  return [...faults.slice(0, mostFaults), `and ${faults.length - mostFaults} more faults`];
}

function compile(): ValidateFunction {
  const Ajv = loadAjv();
  const options = {
    allErrors: true,
    discriminator: true,
    verbose: true,
    strict: true,
    allowUnionTypes: true,
  };
  return new Ajv(options).compile(namespaceSchema);
}

function describe(error: ErrorObject): string {
  const place = placeIn(error.instancePath);
  return `${place === '' ? 'the namespace' : place} ${complaint(error)}`;
}

function placeIn(pointer: string): string {
  return pointerSteps(pointer)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

function complaint({ keyword, params, message, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `has no '${params['missingProperty']}'`;
    case 'additionalProperties':
      return `has a member that nothing is known about: '${params['additionalProperty']}'`;
    case 'type':
      return `is not ${[params['type']].flat().map(withArticle).join(' or ')}`;
    case 'enum':
      return `is none of ${list(params['allowedValues'] as string[])}`;
    case 'discriminator': {
      // Its cases are ours, and each is told by a constant.
      const cases = parentSchema?.['oneOf'] as { properties: Record<string, { const: string }> }[];
      const allowed = cases.map(({ properties }) => properties[params['tag']]?.const as string);
      return `has none of ${list(allowed)} as its '${params['tag']}'`;
    }
    default:
      return message as string;
  }
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function list(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
