import { layoutVersion, type StoredVersions } from '../plan-upgrade.ts';
import { readFact } from './facts.ts';
import type { Session } from './session.ts';

/** The version of each part's tables. */
export const createParts = 'create table berth_parts (name text primary key, version bigint not null)';

export async function readVersions(session: Session): Promise<StoredVersions> {
  const layout = (await readFact(session, 'layout_version')) ?? 0;
  // What is in a newer layout is not known.
  if (layout > layoutVersion) return { layout, parts: new Map() };
  if (layout < 3) {
    const version = await readFact(session, 'schema_version');
    return { layout, parts: new Map(version === null ? [] : [[null, version]]) };
  }
  const rows = await session.ask('select name, version from berth_parts order by name');
  return { layout, parts: new Map(rows.map(([name, version]) => [String(name), Number(version)])) };
}

export async function writePartVersion(session: Session, part: string, version: number): Promise<void> {
  await session.ask(
    `insert into berth_parts (name, version) values ($1, $2)
     on conflict (name) do update set version = excluded.version`,
    [part, version],
  );
}

/** From the second layout, where the only part had no name, to the third. */
export async function nameOnlyPart(session: Session, part: string): Promise<void> {
  await session.ask(createParts);
  await session.ask(
    `insert into berth_parts select $1::text, value from berth_schema where name = 'schema_version'`,
    [part],
  );
  await session.ask(`delete from berth_schema where name = 'schema_version'`);
}
