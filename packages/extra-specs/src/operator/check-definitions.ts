import type { ExtraSpec, Namespace } from '../definitions/definition.ts';
import { definitionFaults } from '../registry/definition-faults.ts';
import { keyOf } from '../registry/key-template.ts';
import { itemsOf, memberOf, nearestTo } from './member.ts';
import { mostPatternWork, patternWork } from './pattern-work.ts';
import { onOneLine, quote } from '../quote.ts';
import type { SchemaReport } from './schema-report.ts';
import type { Tree } from './tree.ts';

/** A definition beside what it was read from. */
export interface Entry {
  readonly tree: Tree;
  readonly spec: ExtraSpec;
  /** Without its specs. */
  readonly namespace: Namespace;
  /** What the file says about the namespace, where it does. */
  readonly namespaceTree: Tree | null;
}

/** What a shape does not tell: patterns that are none, limits that leave nothing, keys and values that are there twice. */
export function checkDefinitions(entries: readonly Entry[], report: SchemaReport): void {
  const keys = new Map<string, number>();
  let work = 0;
  for (const { tree, spec, namespace, namespaceTree } of entries) {
    work += workOf(namespace, spec);
    if (work > mostPatternWork) {
      report.error(
        tree.offset,
        'the patterns up to here are too much for one file; use several, or simpler patterns',
      );
      return;
    }
    const parameters = [...(namespace.parameters ?? []), ...(spec.parameters ?? [])];
    for (const { at, text } of definitionFaults(namespace, spec, parameters)) {
      report.error(blame(tree, namespaceTree, at), onOneLine(text, 400));
    }
    checkKey(keyOf(namespace, spec), (memberOf(tree, 'name') ?? tree).offset, keys, report);
    for (const list of listsOf(tree)) checkTwice(list, report);
  }
}

/** Each pattern of a parameter is compiled for itself and as a part of the key. */
function workOf(namespace: Namespace, { parameters = [], value }: ExtraSpec): number {
  let work = value.type === 'string' ? patternWork(value.pattern ?? '') : 0;
  for (const { pattern } of [...(namespace.parameters ?? []), ...parameters])
    work += 2 * patternWork(pattern);
  return work;
}

/** The place in the file that a fault is about, or the nearest to it that is there. */
function blame(tree: Tree, namespaceTree: Tree | null, at: readonly (string | number)[]): number {
  const [first, ...rest] = at;
  if (first === 'namespace') {
    if (rest[0] === 'name' || namespaceTree === null) return (memberOf(tree, 'namespace') ?? tree).offset;
    return nearestTo(namespaceTree, rest).offset;
  }
  return nearestTo(tree, at).offset;
}

function checkKey(key: string, offset: number, keys: Map<string, number>, report: SchemaReport): void {
  const earlier = keys.get(key);
  if (earlier === undefined) keys.set(key, offset);
  else report.error(offset, `${quote(key)} is defined in line ${report.lineAt(earlier)} already`);
}

function listsOf(tree: Tree): readonly (readonly Tree[])[] {
  const value = memberOf(tree, 'value');
  return [
    value === undefined ? [] : itemsOf(value, 'enum'),
    itemsOf(tree, 'virt_drivers'),
    ...itemsOf(tree, 'needs').map((need) => itemsOf(need, 'values')),
  ];
}

function checkTwice(items: readonly Tree[], report: SchemaReport): void {
  const seen = new Set<string>();
  for (const item of items) {
    if (item.kind !== 'scalar') continue;
    if (seen.has(item.text)) report.error(item.offset, `${quote(item.text)} is in this list twice`);
    seen.add(item.text);
  }
}
