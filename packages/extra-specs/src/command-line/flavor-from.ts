import type { ExtraSpecs } from '../validation/validate-flavor.ts';
import { type Fields, isFields } from './read-document.ts';

export interface FlavorFile {
  readonly extraSpecs: ExtraSpecs;
  readonly named: { readonly name?: string };
  /** Null where the file has nothing but extra specs. */
  readonly sizes: { readonly ram: number; readonly vcpus: number; readonly disk: number } | null;
}

/**
 * A flavor as one meets it: the answer of the compute API (`{"flavor": {…}}`), what `openstack flavor show -f json` prints, or
 * just the extra specs. Throws an Error where it is none of these.
 */
export function flavorFrom(document: unknown): FlavorFile {
  if (!isFields(document)) throw new Error('a flavor is an object');
  const flavor = isFields(document['flavor']) ? document['flavor'] : document;
  const extraSpecs = extraSpecsOf(flavor);
  if (extraSpecs === null) return { extraSpecs: asTexts(flavor), named: {}, sizes: null };
  return {
    extraSpecs,
    named: typeof flavor['name'] === 'string' ? { name: flavor['name'] } : {},
    sizes: { ram: count(flavor, 'ram'), vcpus: count(flavor, 'vcpus'), disk: count(flavor, 'disk') },
  };
}

/** Under the API's name, or under that of the command line client. Null where it is no flavor, but its extra specs. */
function extraSpecsOf(flavor: Fields): ExtraSpecs | null {
  const specs = flavor['extra_specs'] ?? flavor['properties'];
  if (specs === undefined) return 'vcpus' in flavor || 'ram' in flavor ? {} : null;
  if (typeof specs === 'string') return pairsIn(specs);
  if (!isFields(specs)) throw new Error("a flavor's extra specs are an object");
  return asTexts(specs);
}

/** `hw:cpu_policy='dedicated', hw:numa_nodes='2'`, which older clients print. */
function pairsIn(text: string): Record<string, string> {
  const pairs: Record<string, string> = Object.create(null) as Record<string, string>;
  const pair = /([^=]+)='([^']*)'(?:, |$)/y;
  while (pair.lastIndex < text.length) {
    const rest = text.slice(pair.lastIndex, pair.lastIndex + 60);
    const [, key, value] = pair.exec(text) ?? [];
    if (key === undefined)
      throw new Error(`the extra specs are not written as key='value' from here on: '${rest}'`);
    pairs[key] = value as string;
  }
  return pairs;
}

/** Values are texts; numbers are as good, and become texts as the API makes them. */
function asTexts(fields: Fields): Record<string, string> {
  const texts: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new Error(`the value of extra spec '${key}' is neither a text nor a number`);
    }
    texts[key] = String(value);
  }
  return texts;
}

function count(flavor: Fields, name: string): number {
  const value = flavor[name] ?? 0;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    throw new Error(`'${name}' of the flavor is a whole number, not ${JSON.stringify(value)}`);
  }
  return value;
}
