/** What a YAML file says, with the place of everything that it says. */
export type YamlTree = YamlMapping | YamlList | YamlScalar;

export interface YamlMapping {
  readonly kind: 'mapping';
  readonly offset: number;
  readonly members: ReadonlyMap<string, YamlMember>;
}

export interface YamlMember {
  /** Where its name stands. */
  readonly offset: number;
  readonly tree: YamlTree;
}

export interface YamlList {
  readonly kind: 'list';
  readonly offset: number;
  readonly items: readonly YamlTree[];
}

export interface YamlScalar {
  readonly kind: 'scalar';
  readonly offset: number;
  readonly value: YamlValue;
  /** As it was written, for what is a text whatever it looks like: 1.0 is no 1. */
  readonly text: string;
}

/** A `Date` is what the original's reader takes for one, whatever it says. */
export type YamlValue = string | number | boolean | null | Date;

/** For a message: 'a number'. */
export function describeKind(tree: YamlTree): string {
  if (tree.kind === 'mapping') return 'a mapping';
  if (tree.kind === 'list') return 'a list';
  if (tree.value === null) return 'nothing';
  if (tree.value instanceof Date) return 'a time';
  return typeof tree.value === 'string' ? 'a text' : `a ${typeof tree.value}`;
}
