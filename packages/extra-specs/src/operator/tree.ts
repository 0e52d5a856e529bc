/** What a YAML file says, with the place of everything that it says. */
export type Tree = Mapping | List | Scalar;

export interface Mapping {
  readonly kind: 'mapping';
  readonly offset: number;
  /** A map, so that a member named `__proto__` is a member like any other. */
  readonly members: ReadonlyMap<string, Member>;
}

export interface Member {
  /** Where its name stands. */
  readonly offset: number;
  readonly tree: Tree;
}

export interface List {
  readonly kind: 'list';
  readonly offset: number;
  readonly items: readonly Tree[];
}

export interface Scalar {
  readonly kind: 'scalar';
  readonly offset: number;
  readonly value: string | number | boolean | null;
  /** As it is written, without quotes: of the number `2.0` it is `2.0`. */
  readonly text: string;
  /** Whether its line breaks are those of the file (`|`); otherwise lines have been folded. */
  readonly isLiteral: boolean;
}

/** As plain data. Its objects inherit nothing. */
export function dataOf(tree: Tree): unknown {
  if (tree.kind === 'scalar') return tree.value;
  if (tree.kind === 'list') return tree.items.map(dataOf);
  const data = Object.create(null) as Record<string, unknown>;
  for (const [name, member] of tree.members) data[name] = dataOf(member.tree);
  return data;
}

/** A member of a mapping, or an entry of a list. */
export function childOf(tree: Tree, step: string | number): Tree | undefined {
  if (tree.kind === 'mapping') return tree.members.get(String(step))?.tree;
  if (tree.kind === 'list') return tree.items[Number(step)];
  return undefined;
}

/** Where a member's name stands; where the mapping begins if there is no such member. */
export function memberOffset(tree: Tree, name: string): number {
  return (tree.kind === 'mapping' ? tree.members.get(name)?.offset : undefined) ?? tree.offset;
}
