import { quote } from '../quote.ts';
import type { ConfigReport } from './config-report.ts';
import { describeKind, type YamlMapping, type YamlTree } from './yaml-tree.ts';

/** How parts of a configuration are asked for; what is not of the right kind is reported where it stands. */
export function mappingAt(tree: YamlTree, what: string, report: ConfigReport): YamlMapping | null {
  if (tree.kind === 'mapping') return tree;
  report.error(tree.offset, `${what} is a mapping, and not ${describeKind(tree)}`);
  return null;
}

export function listAt(tree: YamlTree, what: string, report: ConfigReport): readonly YamlTree[] | null {
  if (tree.kind === 'list') return tree.items;
  report.error(tree.offset, `${what} is a list, and not ${describeKind(tree)}`);
  return null;
}

export function memberOf(mapping: YamlMapping, name: string): YamlTree | undefined {
  return mapping.members.get(name)?.tree;
}

/** The original ignores them without a word, for the sake of later minor versions; mostly they are misspelled. */
export function warnOfUnknown(mapping: YamlMapping, known: readonly string[], report: ConfigReport): void {
  for (const [name, { offset }] of mapping.members) {
    if (known.includes(name)) continue;
    report.warning(offset, `${quote(name)} is not known here, and is ignored; there are ${known.join(', ')}`);
  }
}
