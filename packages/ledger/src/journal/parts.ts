import assert from 'node:assert/strict';
import { checkProjection } from './check-projection.ts';
import { UnstorableChange } from './journal-errors.ts';
import type { KindedChange, Projection, Row, RowChange, Table } from './projection.ts';

/**
 * The parts of a ledger as one. What always holds: a name, a table and a kind of change belong to one part, so every change and
 * every row has one place. Parts that contradict each other are a programmer's mistake, found when a ledger is opened with them.
 */
export class Parts<Change extends KindedChange> {
  readonly all: readonly Projection<Change>[];
  /** Those of all parts. */
  readonly tables: readonly Table[];
  readonly #byKind: ReadonlyMap<string, Projection<Change>>;

  constructor(all: readonly Projection<Change>[]) {
    assert(all.length > 0, 'a ledger has at least one part');
    for (const part of all) checkProjection(part);
    ownersOf(all, 'name', (part) => [part.name]);
    ownersOf(all, 'table', (part) => part.tables.map(({ name }) => name));
    this.all = all;
    this.tables = all.flatMap(({ tables }) => tables);
    this.#byKind = ownersOf(all, 'kind of change', (part) => Object.keys(part.kinds));
    for (const part of all) {
      for (const kind of rewrittenKinds(part)) {
        const owner = this.#byKind.get(kind) ?? part;
        assert(owner === part, `${part.name} rewrites changes of the kind ${kind}, which is ${owner.name}'s`);
      }
    }
  }

  /** What a change does to the rows, as its part says. */
  rowsOf(change: Change): Iterable<RowChange> {
    const part = this.#byKind.get(change.kind);
    if (part === undefined) {
      throw new UnstorableChange(`No part of the ledger keeps changes of the kind ${change.kind}.`);
    }
    return part.rowsOf(change);
  }

  /** The changes that make the stored state from nothing, part after part. */
  *changesOf(read: (table: Table) => Iterable<Row>): Generator<Change> {
    for (const part of this.all) {
      yield* part.changesOf((name) => {
        const table = part.tables.find((each) => each.name === name);
        assert(table !== undefined, `the part ${part.name} has no table ${name}`);
        return read(table);
      });
    }
  }
}

/** Thing → the one part that has it. */
function ownersOf<Change extends KindedChange>(
  parts: readonly Projection<Change>[],
  what: string,
  thingsOf: (part: Projection<Change>) => readonly string[],
): ReadonlyMap<string, Projection<Change>> {
  const owners = new Map<string, Projection<Change>>();
  for (const part of parts) {
    for (const thing of thingsOf(part)) {
      const other = owners.get(thing);
      assert(
        other === undefined,
        `the ${what} ${thing} is in two parts: ${other?.name ?? ''} and ${part.name}`,
      );
      owners.set(thing, part);
    }
  }
  return owners;
}

function rewrittenKinds<Change extends KindedChange>({ migrations }: Projection<Change>): readonly string[] {
  return migrations.flatMap(({ operations }) =>
    operations.flatMap((operation) => (operation.do === 'rewrite-changes' ? operation.kinds : [])),
  );
}
