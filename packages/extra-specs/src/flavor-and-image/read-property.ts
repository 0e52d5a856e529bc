import type { ImageValue } from '../definitions/image-property.ts';
import { pythonBlanks } from '../python/python-blanks.ts';
import { suggestWord } from '../suggestions/suggest-word.ts';
import { pythonInteger } from '../python/python-integer.ts';
import { isFault, parseCpuSet, type CpuSet } from './cpu-set.ts';
import { noInteger, pythonText, pythonTypeName } from '../python/python-text.ts';
import { isTrue } from '../python/python-truth.ts';

export type PropertyValue = string | bigint | boolean | CpuSet;

export interface Unreadable {
  /** In the original's words. */
  readonly fault: string;
  readonly suggestion: string | null;
}

/**
 * Reads what an image says, as the original does: text as it stands, or as the number or the word that it stands for. Values that
 * are no text are not usual in an image service, but everywhere else.
 */
export function readProperty(
  name: string,
  definition: ImageValue,
  given: unknown,
): { readonly value: PropertyValue } | Unreadable {
  if (given === null || given === undefined) return unreadable(`Field \`${name}' cannot be None`);
  switch (definition.type) {
    case 'boolean':
      return { value: isTrue(pythonText(given)) };
    case 'integer':
      return readInteger(given);
    case 'string':
      return definition.enum === undefined ? readText(name, given) : readWord(name, definition, given);
    case 'cpu-set':
      return readCpuSet(name, given);
    case 'uuid':
      return { value: pythonText(given) };
    case 'version-predicate':
      return readVersionPredicate(name, given);
    default:
      return readList(name, given);
  }
}

function readInteger(given: unknown): { readonly value: bigint } | Unreadable {
  switch (typeof given) {
    case 'bigint':
      return { value: given };
    case 'boolean':
      return { value: BigInt(given) };
    case 'number':
      if (Number.isFinite(given)) return { value: BigInt(Math.trunc(given)) };
      break;
    case 'string': {
      const value = pythonInteger(given);
      if (value !== null) return { value };
      break;
    }
    default:
  }
  return unreadable(noInteger(pythonText(given)));
}

function readText(name: string, given: unknown): { readonly value: string } | Unreadable {
  return typeof given === 'object'
    ? unreadable(`A string is required in field ${name}, not a ${pythonTypeName(given)}`)
    : { value: pythonText(given) };
}

/** Some kinds of words have a name of their own in messages. */
const kindsOfWords: ReadonlyMap<string, string> = new Map([
  ['hw_architecture', 'Architecture name'],
  ['hw_emulation_architecture', 'Architecture name'],
  ['hw_vm_mode', 'Virtual machine mode'],
  ['img_hv_type', 'Hypervisor virt type'],
]);

function readWord(
  name: string,
  definition: Extract<ImageValue, { readonly type: 'string' }>,
  given: unknown,
): { readonly value: string } | Unreadable {
  const words = definition.enum ?? [];
  const typed = pythonText(given);
  const word = definition.lowerCased === true ? typed.toLowerCase() : typed;
  const synonyms = definition.synonyms ?? {};
  const value = Object.hasOwn(synonyms, word) ? (synonyms[word] as string) : word;
  if (typeof given === 'string' && words.includes(value)) return { value };
  const kind = kindsOfWords.get(name);
  const fault = kind === undefined ? `Field value ${value} is invalid` : `${kind} '${typed}' is not valid`;
  return { fault, suggestion: suggestWord(typed, words) };
}

function readCpuSet(name: string, given: unknown): { readonly value: CpuSet } | Unreadable {
  if (typeof given !== 'string') {
    return unreadable(`A string is required in field ${name}, not a ${pythonTypeName(given)}`);
  }
  const cpus = parseCpuSet(given);
  return isFault(cpus) ? unreadable(cpus.fault) : { value: cpus };
}

const comparison = new RegExp(
  `^[${pythonBlanks}]*(?:<=|>=|<|>|!=|==)[${pythonBlanks}]*[0-9]+\\.[0-9]+(?:\\.[0-9]+)?(?:[ab][0-9]+)?[${pythonBlanks}]*$`,
);

function readVersionPredicate(name: string, given: unknown): { readonly value: string } | Unreadable {
  const value = pythonText(given);
  return value.split(',').every((part) => comparison.test(part)) && !value.includes('\n')
    ? { value }
    : unreadable(`Version ${value} is not a valid predicate in field ${name}`);
}

/** A list of objects whose values are texts or null. Nothing here depends on its content, so it is not kept. */
function readList(name: string, given: unknown): { readonly value: string } | Unreadable {
  if (!Array.isArray(given)) {
    return unreadable(`A list is required in field ${name}, not a ${pythonTypeName(given)}`);
  }
  for (const [index, item] of given.entries()) {
    const field = `${name}[${index}]`;
    if (item === null || item === undefined) return unreadable(`Field \`${field}' cannot be None`);
    if (pythonTypeName(item) !== 'dict') {
      return unreadable(`A dict is required in field ${field}, not a ${pythonTypeName(item)}`);
    }
    for (const [key, value] of Object.entries(item as object)) {
      if (typeof value === 'object' && value !== null) {
        const type = pythonTypeName(value);
        return unreadable(`A string is required in field ${field}[${key}], not a ${type}`);
      }
    }
  }
  return { value: '' };
}

function unreadable(fault: string): Unreadable {
  return { fault, suggestion: null };
}
