import { childOf, type Scalar, type Tree } from './tree.ts';

/** Members that go by two names, by the one we use. */
const otherNames: Readonly<Record<string, string>> = { namespace: 'namspace', pattern: 'format' };

/** A member of a mapping whose shape has been checked. */
export function memberOf(tree: Tree, name: string): Tree | undefined {
  const other = Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
  return childOf(tree, name) ?? (other === undefined ? undefined : childOf(tree, other));
}

/** What is at the end of a way through members and entries, or the last on the way that is there. */
export function nearestTo(tree: Tree, steps: readonly (string | number)[]): Tree {
  let found = tree;
  for (const step of steps) found = memberOf(found, String(step)) ?? found;
  return found;
}

export function itemsOf(tree: Tree, name: string): readonly Tree[] {
  const list = memberOf(tree, name);
  return list?.kind === 'list' ? list.items : [];
}

export function scalarOf(tree: Tree, name: string): Scalar | undefined {
  const scalar = memberOf(tree, name);
  return scalar?.kind === 'scalar' ? scalar : undefined;
}

/** As it is written: a version such as `2.0` is no number. */
export function textOf(tree: Tree, name: string): string | undefined {
  return scalarOf(tree, name)?.text;
}
