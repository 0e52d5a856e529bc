import { buildRegistry, type Registry, type RegistryIssue } from '../registry/registry.ts';
import { type Contribution, describeSource } from '../registry/source.ts';
import type { OperatorContribution } from './contribution.ts';
import { type LoadedSchemas, loadSchemas, pathsWithErrors } from './load-schemas.ts';
import { byPlace, parsePlace, type SchemaIssue } from './schema-issue.ts';
import { unknownReferences } from './unknown-references.ts';

export interface RegistryWithSchemas {
  readonly registry: Registry;
  /** Of all files: what is wrong with each, and with all of them together. */
  readonly issues: readonly SchemaIssue[];
  /** The files that are left out because of an error, and the paths that lead to none. */
  readonly leftOut: readonly string[];
  /** What is wrong with the other contributions. It does not touch the files. */
  readonly otherIssues: readonly RegistryIssue[];
}

/** The registry of ours, what others contribute, and the operator's files; the earlier one has a key that two define. */
export function registryWithSchemas(
  paths: readonly string[],
  others: readonly Contribution[] = [],
): RegistryWithSchemas {
  return combine(loadSchemas(paths), others);
}

/** A file that defines what is defined already is in error, and left out as a whole like every file in error. */
export function combine(loaded: LoadedSchemas, others: readonly Contribution[]): RegistryWithSchemas {
  const { registry, issues } = buildRegistry([...others, ...loaded.contributions]);
  const [ours, theirs] = split(issues, loaded.contributions);
  const all = [
    ...loaded.issues,
    ...ours,
    ...unusedDescriptions(registry, loaded.contributions),
    ...loaded.contributions.flatMap((contribution) => [...unknownReferences(registry, contribution)]),
  ].sort(byPlace);
  const leftOut = pathsWithErrors(all);
  const rest = loaded.contributions.filter(({ source }) => !leftOut.includes(source.path));
  const isWhole = rest.length === loaded.contributions.length;
  return {
    // What is left had no trouble before, and has none with less beside it.
    registry: isWhole ? registry : buildRegistry([...others, ...rest]).registry,
    issues: all,
    leftOut,
    otherIssues: theirs,
  };
}

/** Those about the files, with their places, and those about others. */
function split(
  issues: readonly RegistryIssue[],
  contributions: readonly OperatorContribution[],
): readonly [SchemaIssue[], RegistryIssue[]] {
  const files = new Set(contributions.map(({ source }) => source.path));
  const ours: SchemaIssue[] = [];
  const theirs: RegistryIssue[] = [];
  for (const issue of issues) {
    const place = parsePlace(issue.place);
    if (place === null || !files.has(place.path)) theirs.push(issue);
    else ours.push({ severity: issue.severity, ...place, text: issue.text });
  }
  return [ours, theirs];
}

/** The first to put something into a namespace describes it. */
function* unusedDescriptions(
  registry: Registry,
  contributions: readonly OperatorContribution[],
): Generator<SchemaIssue> {
  const sources = new Map(registry.namespaces.map(({ name, specs }) => [name, specs[0]?.source]));
  for (const { source, namespaces, positionOfNamespace } of contributions) {
    for (const { name } of namespaces) {
      const position = name === null ? null : positionOfNamespace(name);
      const first = sources.get(name);
      if (position === null || first === undefined || first === source) continue;
      const text = `the namespace '${name}' is described by ${describeSource(first)}; this description is not used`;
      yield { severity: 'warning', path: source.path, position, text };
    }
  }
}
