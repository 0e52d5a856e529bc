/** The version of the journal's own tables. */
export const layoutVersion = 1;

/** The names of the journal's own tables. */
export const ownTables: readonly string[] = ['berth_schema', 'berth_lease', 'changes'];

/** What a statement fails with that is not its writer's to carry out. */
export const supersededState = 'BE001';

/**
 * The journal's own tables. Of `berth_lease` there is one row: who leads, and until when by the clock of the database.
 * `berth_assert_leads` ends a transaction of anybody else; it locks the row, so that leadership cannot change hands while
 * the transaction is under way.
 */
export const createOwnTables: readonly string[] = [
  'create table berth_schema (name text primary key, value bigint not null)',
  `create table changes (number bigint primary key, epoch bigint not null, at bigint not null, change text not null)`,
  `create table berth_lease (
    id integer primary key check (id = 1),
    epoch bigint not null,
    holder text,
    address text,
    secret text,
    until timestamptz not null
  )`,
  `insert into berth_lease (id, epoch, until) values (1, 0, to_timestamp(0))`,
  `create function berth_assert_leads(mine bigint) returns void language plpgsql as $$
    begin
      perform 1 from berth_lease where id = 1 and epoch = mine for update;
      if not found then
        raise exception 'somebody else leads' using errcode = '${supersededState}';
      end if;
    end
  $$`,
];

/** Where it is told that there are new changes. */
export function channelOf(schema: string): string {
  return `berth ${schema}`;
}

/** What is told there when the leader leaves; else it is the number of the newest change. */
export const leaderLeft = 'leader left';
