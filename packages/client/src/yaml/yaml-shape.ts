import type { YamlReport } from './yaml-report.ts';
import { describeKind, type YamlMapping, type YamlTree } from './yaml-tree.ts';

/** How parts of a file are asked for; what is not of the right kind is reported where it stands. */
export function mappingAt(tree: YamlTree, what: string, report: YamlReport): YamlMapping | null {
  if (tree.kind === 'mapping') return tree;
  report.error(tree.offset, `${what} is a mapping, and not ${describeKind(tree)}`);
  return null;
}

export function listAt(tree: YamlTree, what: string, report: YamlReport): readonly YamlTree[] | null {
  if (tree.kind === 'list') return tree.items;
  report.error(tree.offset, `${what} is a list, and not ${describeKind(tree)}`);
  return null;
}

export function memberOf(mapping: YamlMapping, name: string): YamlTree | undefined {
  return mapping.members.get(name)?.tree;
}
