import {
  JournalOutdated,
  JournalPartUnknown,
  JournalSchemaMismatch,
  JournalTooNew,
  JournalTooOld,
} from './journal-errors.ts';
import type { TableOperation, Upgrade } from './migration.ts';
import type { Parts } from './parts.ts';
import type { KindedChange, Projection, Table } from './projection.ts';

/** The version of the journal's own tables, whatever database they are in. */
export const layoutVersion = 3;

/** The versions that a ledger was left with. */
export interface StoredVersions {
  readonly layout: number;
  /** Version of each part, by name. Null: before the third layout there was one part, and it had no name. */
  readonly parts: ReadonlyMap<string | null, number>;
}

/** A step of an upgrade, as a journal carries it out in its own SQL dialect. */
export type UpgradeStep =
  /** `firstPart`: whose a ledger without parts is. */
  | (Upgrade & { readonly do: 'change-layout'; readonly part: null; readonly firstPart: string })
  | (Upgrade & { readonly do: 'add-part'; readonly part: string; readonly tables: readonly Table[] })
  | (Upgrade & {
      readonly do: 'migrate';
      readonly part: string;
      readonly operations: readonly TableOperation[];
    });

/** The steps by which a ledger becomes what its parts state, oldest first; or why it is refused. */
export function planUpgrade<Change extends KindedChange>(
  place: string,
  stored: StoredVersions,
  { all }: Parts<Change>,
): readonly UpgradeStep[] {
  if (stored.layout > layoutVersion) throw new JournalTooNew(place, null, stored.layout, layoutVersion);
  if (stored.parts.size === 0) throw new JournalSchemaMismatch(place, 'its schema version is not recorded');
  const firstPart = (all[0] as Projection<Change>).name; // Parts: there is at least one
  const versions = new Map<string, number>();
  for (const [name, version] of stored.parts) versions.set(name ?? firstPart, version);
  for (const name of versions.keys()) {
    if (!all.some((part) => part.name === name)) throw new JournalPartUnknown(place, name);
  }
  return [
    ...layoutSteps(stored.layout, firstPart),
    ...all.flatMap((part) => stepsOf(place, part, versions.get(part.name) ?? null)),
  ];
}

/** For whoever only reads: there is nothing to be done, or it is refused. */
export function assertUpToDate<Change extends KindedChange>(
  place: string,
  stored: StoredVersions,
  parts: Parts<Change>,
): void {
  const steps = planUpgrade(place, stored, parts);
  const [first] = steps;
  if (first === undefined) return;
  const last = steps.findLast(({ part }) => part === first.part) ?? first;
  const found = first.do === 'add-part' ? null : first.to - 1;
  throw new JournalOutdated(place, first.part, found, last.to);
}

/** What came with each layout. */
const layouts: readonly { readonly to: number; readonly describe: string }[] = [
  { to: 2, describe: 'changes have hashes' },
  { to: 3, describe: 'a ledger has parts' },
];

function layoutSteps(stored: number, firstPart: string): UpgradeStep[] {
  return layouts
    .filter(({ to }) => to > stored)
    .map((layout) => ({ do: 'change-layout', part: null, firstPart, ...layout }));
}

function stepsOf<Change extends KindedChange>(
  place: string,
  { name, schemaVersion, migrations, tables }: Projection<Change>,
  stored: number | null,
): UpgradeStep[] {
  if (stored === null) {
    const describe = `the ledger gets a part: ${name}`;
    return [{ do: 'add-part', part: name, to: schemaVersion, describe, tables }];
  }
  if (stored > schemaVersion) throw new JournalTooNew(place, name, stored, schemaVersion);
  const oldest = schemaVersion - migrations.length;
  if (stored < oldest) throw new JournalTooOld(place, name, stored, oldest);
  return migrations
    .filter(({ to }) => to > stored)
    .map((migration) => ({ do: 'migrate', part: name, ...migration }));
}
