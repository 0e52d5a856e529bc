import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { loadAjv2020 } from '../json-schema-library.ts';
import { pointerSteps } from '../json-pointer.ts';
import schema from './schema.json' with { type: 'json' };
import type { SchemaReport } from './schema-report.ts';
import { describeShapeError } from './shape-texts.ts';
import { childOf, dataOf, memberOffset, type Tree } from './tree.ts';

/** The entries whose shape is not what `schema.json` says: `metadata/3`. */
export type Misshapen = ReadonlySet<string>;

/** Checks a file against the published schema, and reports each difference where it stands. Null: nothing of it can be read. */
export function checkShape(root: Tree, report: SchemaReport): Misshapen | null {
  const errors = differences(root);
  // Whatever is in a file of another version, this schema does not say how it should be.
  const version = errors.find(({ instancePath }) => instancePath === '/version');
  for (const error of version === undefined ? errors : [version]) {
    const steps = pointerSteps(error.instancePath);
    const tree = treeAt(root, steps);
    report.error(blamedOffset(root, steps, error), describeShapeError(error, tree, steps));
  }
  if (version !== undefined) return null;
  return new Set(errors.map(({ instancePath }) => pointerSteps(instancePath).slice(0, 2).join('/')));
}

let validate: ValidateFunction | null = null;

function differences(root: Tree): readonly ErrorObject[] {
  if (validate === null) {
    const Ajv2020 = loadAjv2020();
    validate = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true }).compile(schema);
  }
  if (validate(dataOf(root))) return [];
  // An `if` only says that there are others.
  return (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
}

/** The name of what should not be there; otherwise the value that is wrong, or that lacks something. */
function blamedOffset(root: Tree, steps: readonly string[], { keyword, params }: ErrorObject): number {
  if (keyword === 'not') return memberOffset(treeAt(root, steps.slice(0, -1)), steps.at(-1) ?? '');
  const tree = treeAt(root, steps);
  if (keyword === 'additionalProperties') return memberOffset(tree, String(params['additionalProperty']));
  return tree.offset;
}

function treeAt(root: Tree, steps: readonly string[]): Tree {
  let tree = root;
  for (const step of steps) tree = childOf(tree, step) ?? tree;
  return tree;
}
