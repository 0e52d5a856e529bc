import { unhashed } from '../chain.ts';
import { createParts } from './part-versions.ts';

/** The names of the journal's own tables; those of the first layout, which had fewer. */
export const firstOwnTables: readonly string[] = ['berth_schema', 'berth_lease', 'changes'];
export const ownTables: readonly string[] = [...firstOwnTables, 'berth_history', 'berth_parts'];

/** What a statement fails with that is not its writer's to carry out; and one that was meant for another history. */
export const supersededState = 'BE001';
export const forkedState = 'BE002';

/** The newest change and its hash. */
export const selectLastPoint = `
  select number, hash from (select number, hash from changes order by number desc limit 1) newest
  union all
  select forgotten.value, berth_history.forgotten_hash from berth_schema forgotten, berth_history
  where forgotten.name = 'forgotten_through' and not exists (select 1 from changes)`;

/** Of one row: which ledger this is, and the hash of the newest change that was pruned, or of the beginning. */
const createHistory = `create table berth_history (
  id integer primary key check (id = 1),
  ledger text not null,
  forgotten_hash text not null
)`;

/**
 * `berth_assert_leads` ends a transaction of anybody but who leads, and one of somebody who knows another history than this; it
 * locks the lease, so that leadership cannot change hands while the transaction is under way.
 */
const createAssertLeads = `create function berth_assert_leads(
    my_epoch bigint, my_token text, my_number bigint, my_hash text
  ) returns void language plpgsql as $$
    begin
      perform 1 from berth_lease where id = 1 and epoch = my_epoch and token = my_token for update;
      if not found then
        raise exception 'somebody else leads' using errcode = '${supersededState}';
      end if;
      perform 1 from (${selectLastPoint}) newest where number = my_number and hash = my_hash;
      if not found then
        raise exception 'change % is not the newest here, or another one', my_number using errcode = '${forkedState}';
      end if;
    end
  $$`;

/**
 * The journal's own tables. Of `berth_lease` there is one row: who leads, under which token (null when it has left), how often it
 * has said since then that it still does, and how long it counts as there after that. The clock of the database has no part
 * in it.
 */
export const createOwnTables: readonly string[] = [
  'create table berth_schema (name text primary key, value bigint not null)',
  `create table changes (
    number bigint primary key, epoch bigint not null, at bigint not null, change text not null, hash text not null
  )`,
  `create table berth_lease (
    id integer primary key check (id = 1),
    epoch bigint not null,
    token text,
    renewals bigint not null,
    lease_ms bigint not null,
    holder text,
    address text,
    secret text
  )`,
  `insert into berth_lease (id, epoch, renewals, lease_ms) values (1, 0, 0, 0)`,
  createHistory,
  createParts,
  createAssertLeads,
];

/**
 * From the first layout, in which leases ran by the clock of the database and changes had no hashes, to the second. A process
 * that knows only the first one finds that it does not lead any more. Whoever led is waited for.
 */
export const toSecondLayout: readonly string[] = [
  `alter table changes add column hash text not null default '${unhashed}'`,
  'alter table changes alter column hash drop default',
  createHistory,
  `alter table berth_lease add column token text, add column renewals bigint not null default 0,
    add column lease_ms bigint not null default 10000`,
  `update berth_lease set token = 'before the upgrade' where until <> to_timestamp(0)`,
  'alter table berth_lease drop column until',
  `create or replace function berth_assert_leads(mine bigint) returns void language plpgsql as $$
    begin
      raise exception 'a newer program leads' using errcode = '${supersededState}';
    end
  $$`,
  createAssertLeads,
];

/** Where it is told that there are new changes. */
export function channelOf(schema: string): string {
  return `berth ${schema}`;
}

/** What is told there when the leader leaves; else it is the number of the newest change. */
export const leaderLeft = 'leader left';
