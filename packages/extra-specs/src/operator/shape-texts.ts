import type { ErrorObject } from 'ajv/dist/2020.js';
import { suggestWord } from '../suggestions/suggest-word.ts';
import { onOneLine, quote } from '../quote.ts';
import type { Tree } from './tree.ts';

/** What is wrong with a part of a file, for the one who wrote it. */
export function describeShapeError(error: ErrorObject, tree: Tree, steps: readonly string[]): string {
  const describe = texts[error.keyword];
  return describe === undefined
    ? `${nameOf(steps)} ${error.message ?? 'is wrong'}`
    : describe(error, tree, steps);
}

type Describe = (error: ErrorObject, tree: Tree, steps: readonly string[]) => string;

/** By keyword of JSON Schema. A test makes sure that none which the schema uses is missing. */
export const texts: Readonly<Record<string, Describe>> = {
  type: ({ params }, tree, steps) => {
    const types = [params['type'] as string | string[]].flat();
    const wanted = types.map((type) => typeNames[type] ?? type).join(' or ');
    return `${nameOf(steps)} has to be ${wanted}, not ${valueOf(tree)}${quotesHint(types, tree)}`;
  },
  additionalProperties: ({ params, parentSchema }) => {
    const name = String(params['additionalProperty']);
    const known = currentNames(parentSchema as ObjectSchema);
    const near = suggestWord(name, known);
    const hint = near === null ? `known are ${known.join(', ')}` : `did you mean '${near}'?`;
    return `${quote(name)} is not known here; ${hint}`;
  },
  required: ({ params }) => `'${params['missingProperty']}' is missing here`,
  enum: ({ params }, tree, steps) => {
    if (steps.join() === 'version')
      return `${valueOf(tree)} is no version of this format that is known; known is 1.0`;
    const allowed = (params['allowedValues'] as readonly unknown[]).map(String);
    const near = tree.kind === 'scalar' ? suggestWord(tree.text, allowed) : null;
    const hint = near === null ? '' : `; did you mean '${near}'?`;
    return `${nameOf(steps)} has to be one of ${allowed.join(', ')}, not ${valueOf(tree)}${hint}`;
  },
  not: ({ parentSchema }) => (parentSchema as { description: string }).description,
  minLength: (_, __, steps) => `${nameOf(steps)} is empty`,
  pattern: (_, __, steps) => `${nameOf(steps)} is empty`,
  maxLength: ({ params }, _, steps) =>
    `${nameOf(steps)} is too long; it may have ${params['limit']} characters`,
  minItems: (_, __, steps) => `${nameOf(steps)} is empty`,
  maxItems: ({ params }, _, steps) => `${nameOf(steps)} has too many entries; it may have ${params['limit']}`,
  minimum: ({ params }, tree, steps) =>
    `${nameOf(steps)} has to be at least ${params['limit']}, not ${valueOf(tree)}`,
  maximum: ({ params }, tree, steps) =>
    `${nameOf(steps)} has to be at most ${params['limit']}, not ${valueOf(tree)}`,
};

interface ObjectSchema {
  readonly properties: Readonly<Record<string, { readonly deprecated?: boolean }>>;
}

function currentNames({ properties }: ObjectSchema): readonly string[] {
  return Object.keys(properties).filter((name) => properties[name]?.deprecated !== true);
}

const typeNames: Readonly<Record<string, string>> = {
  object: 'a mapping',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};

/** `'min'`, `entry 2 of 'enum'`, or the file. */
function nameOf(steps: readonly string[]): string {
  const last = steps.at(-1);
  if (last === undefined) return 'the file';
  return /^\d+$/.test(last) ? `entry ${Number(last) + 1} of '${steps.at(-2)}'` : quote(last);
}

function valueOf(tree: Tree): string {
  if (tree.kind === 'mapping') return 'a mapping';
  if (tree.kind === 'list') return 'a list';
  if (typeof tree.value === 'string') return quote(tree.text);
  return tree.text === '' ? 'nothing' : onOneLine(tree.text, 60);
}

function quotesHint(types: readonly string[], tree: Tree): string {
  const isOther = tree.kind === 'scalar' && typeof tree.value !== 'string' && tree.text !== '';
  return isOther && types.includes('string') ? '; write it in quotes' : '';
}
