import type { ExtraSpec, Namespace } from '../definitions/definition.ts';
import type { Contribution } from '../registry/source.ts';
import { checkDefinitions, type Entry } from './check-definitions.ts';
import type { Misshapen } from './check-shape.ts';
import { type DescribedNamespace, readNamespaces } from './described-namespaces.ts';
import { itemsOf, nearestTo, textOf } from './member.ts';
import { describePlace, type Position } from './schema-issue.ts';
import type { SchemaReport } from './schema-report.ts';
import { toExtraSpec } from './to-extra-spec.ts';
import { memberOffset, type Tree } from './tree.ts';

/** What one file has to say. */
export interface OperatorContribution extends Contribution {
  readonly source: { readonly kind: 'file'; readonly path: string };
  /** Where the spec's name stands: `site.yaml:12:9`. */
  readonly placeOf: (spec: ExtraSpec) => string;
  /** Where a member of a spec stands: `['needs', 0, 'key']`. */
  readonly positionOf: (spec: ExtraSpec, at: readonly (string | number)[]) => Position;
  /** Where the file describes a namespace; null for one that it does not describe. */
  readonly positionOfNamespace: (name: string) => Position | null;
}

/** The definitions in a file, as far as their shape is right. What is wrong with them beyond that is reported. */
export function readContribution(
  path: string,
  root: Tree,
  misshapen: Misshapen,
  report: SchemaReport,
): OperatorContribution {
  const described = readNamespaces(root, misshapen, report);
  const entries = itemsOf(root, 'metadata')
    .filter((_, index) => !misshapen.has(`metadata/${index}`))
    .map((tree) => readEntry(tree, described, report));
  checkDefinitions(entries, report);

  const trees = new Map(entries.map(({ spec, tree }) => [spec, tree]));
  const positionOf: OperatorContribution['positionOf'] = (spec, at) =>
    report.positionAt(nearestTo(trees.get(spec) ?? root, at).offset);
  return {
    source: { kind: 'file', path },
    namespaces: byNamespace(entries),
    placeOf: (spec) => describePlace(path, positionOf(spec, ['name'])),
    positionOf,
    positionOfNamespace: (name) => {
      const namespace = described.get(name);
      return namespace === undefined ? null : report.positionAt(namespace.offset);
    },
  };
}

function readEntry(
  tree: Tree,
  described: ReadonlyMap<string, DescribedNamespace>,
  report: SchemaReport,
): Entry {
  if (tree.kind === 'mapping' && tree.members.has('namspace')) {
    report.warning(memberOffset(tree, 'namspace'), '`namspace` is spelled `namespace`');
  }
  const name = textOf(tree, 'namespace') ?? null;
  const namespace = name === null ? undefined : described.get(name);
  return {
    tree,
    spec: toExtraSpec(tree),
    namespace: {
      name,
      description: namespace?.description ?? 'Defined by the operator.',
      ...(namespace?.parameters === undefined ? {} : { parameters: namespace.parameters }),
      specs: [],
    },
    namespaceTree: namespace?.tree ?? null,
  };
}

function byNamespace(entries: readonly Entry[]): readonly Namespace[] {
  const specs = new Map<string | null, ExtraSpec[]>();
  const namespaces: Namespace[] = [];
  for (const { namespace, spec } of entries) {
    const others = specs.get(namespace.name);
    if (others !== undefined) {
      others.push(spec);
      continue;
    }
    const list = [spec];
    specs.set(namespace.name, list);
    namespaces.push({ ...namespace, specs: list });
  }
  return namespaces;
}
