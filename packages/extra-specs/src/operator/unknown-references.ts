import type { ExtraSpec } from '../definitions/definition.ts';
import type { Registry } from '../registry/registry.ts';
import { suggestKey } from '../suggestions/suggest-key.ts';
import type { OperatorContribution } from './contribution.ts';
import { quote } from '../quote.ts';
import type { SchemaIssue } from './schema-issue.ts';

/** Of one file. To find out what was meant takes a look at every key. */
const most = 100;

/** Where a file refers to extra specs that nobody has defined: they may be misspelled, and nobody could follow. */
export function* unknownReferences(
  registry: Registry,
  { source: { path }, namespaces, positionOf }: OperatorContribution,
): Generator<SchemaIssue> {
  const known = new Set(registry.specs.map(({ key }) => key));
  let count = 0;
  for (const spec of namespaces.flatMap(({ specs }) => specs)) {
    for (const { key, at } of referencesOf(spec)) {
      if (known.has(key) || registry.keys.find(key) !== null) continue;
      count += 1;
      if (count > most) return;
      const near = suggestKey(registry, key);
      const hint = near === null ? '' : `; did you mean '${near}'?`;
      const text = `the extra spec ${quote(key)} is not known${hint}`;
      yield { severity: 'warning', path, position: positionOf(spec, at), text };
    }
  }
}

interface Reference {
  readonly key: string;
  readonly at: readonly (string | number)[];
}

function referencesOf({ needs = [], support }: ExtraSpec): readonly Reference[] {
  const replacedBy = support?.status === 'deprecated' ? support.replacedBy : null;
  return [
    ...needs.map(({ key }, index) => ({ key, at: ['needs', index, 'key'] })),
    ...(replacedBy === null ? [] : [{ key: replacedBy, at: ['support', 'replaced_by'] }]),
  ];
}
