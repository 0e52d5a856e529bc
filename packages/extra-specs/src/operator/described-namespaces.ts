import type { Parameter } from '../definitions/definition.ts';
import type { Misshapen } from './check-shape.ts';
import { itemsOf, memberOf, textOf } from './member.ts';
import { quote } from '../quote.ts';
import type { SchemaReport } from './schema-report.ts';
import { paragraphs, parametersOf } from './to-extra-spec.ts';
import type { Tree } from './tree.ts';

/** An entry of `namespaces`. */
export interface DescribedNamespace {
  readonly tree: Tree;
  /** Where its name stands. */
  readonly offset: number;
  readonly description: string;
  readonly parameters: readonly Parameter[] | undefined;
}

/** What a file says about namespaces, by name. */
export function readNamespaces(
  root: Tree,
  misshapen: Misshapen,
  report: SchemaReport,
): ReadonlyMap<string, DescribedNamespace> {
  const described = new Map<string, DescribedNamespace>();
  for (const [index, tree] of itemsOf(root, 'namespaces').entries()) {
    if (misshapen.has(`namespaces/${index}`)) continue;
    const name = textOf(tree, 'name') as string;
    const offset = (memberOf(tree, 'name') ?? tree).offset;
    const earlier = described.get(name);
    if (earlier !== undefined) {
      const line = report.lineAt(earlier.offset);
      report.error(offset, `the namespace ${quote(name)} is described in line ${line} already`);
      continue;
    }
    const description = paragraphs(tree, 'description') as string;
    described.set(name, { tree, offset, description, parameters: parametersOf(tree) });
  }
  warnOfUnused(root, described, report);
  return described;
}

function warnOfUnused(
  root: Tree,
  described: ReadonlyMap<string, DescribedNamespace>,
  report: SchemaReport,
): void {
  const used = new Set(itemsOf(root, 'metadata').map((entry) => textOf(entry, 'namespace')));
  for (const [name, { offset }] of described) {
    if (!used.has(name))
      report.warning(offset, `no extra spec of this file is in the namespace ${quote(name)}`);
  }
}
