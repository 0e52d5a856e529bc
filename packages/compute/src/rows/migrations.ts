import type { Migration } from '@berth/ledger/journal/migration.ts';
import type { Row, Table } from '@berth/ledger/journal/projection.ts';

/** Of servers that were made before nothing is told. */
const toVersion2: Migration = {
  to: 2,
  describe: 'what was decided about the places of servers is kept',
  operations: [
    {
      do: 'create-table',
      table: { name: 'decision_logs', columns: { row_key: 'text', thing: 'text' }, keyLength: 1 },
    },
  ],
};

/** There was nothing of these before. */
const toVersion3: Migration = {
  to: 3,
  describe:
    'aggregates of hosts, moves of servers and plans of them, and what is to be done at the image service are kept',
  operations: ['host_aggregates', 'migrations', 'image_chores', 'plans', 'plan_pages'].map((name) => ({
    do: 'create-table',
    table: { name, columns: { row_key: 'text', thing: 'text' }, keyLength: 1 },
  })),
};

const hostAggregates: Table = {
  name: 'host_aggregates',
  columns: { row_key: 'text', thing: 'text' },
  keyLength: 1,
};
const aggregateHosts: Table = { ...hostAggregates, name: 'aggregate_hosts' };

/** Which hosts are in an aggregate was a part of it. */
const toVersion4: Migration = {
  to: 4,
  describe: 'that a host is in an aggregate is kept by itself',
  operations: [
    { do: 'create-table', table: aggregateHosts },
    { do: 'add-rows', from: 'host_aggregates', to: aggregateHosts, rows: membersIn },
    {
      do: 'rewrite-table',
      from: 'host_aggregates',
      to: hostAggregates,
      row: (row) => ({ ...row, thing: JSON.stringify(withoutHosts(aggregateIn(row))) }),
    },
    {
      do: 'rewrite-changes',
      kinds: ['host-aggregate-set'],
      change: (change) => ({ ...change, thing: withoutHosts((change as OldAggregateSet).thing) }),
    },
  ],
};

interface OldAggregate {
  readonly id: string;
  readonly hosts: readonly string[];
}

interface OldAggregateSet {
  readonly kind: string;
  readonly thing: OldAggregate;
}

function aggregateIn({ thing }: Row): OldAggregate {
  return JSON.parse(String(thing)) as OldAggregate; // As the program of that version has written it.
}

function withoutHosts(aggregate: OldAggregate): object {
  return Object.fromEntries(Object.entries(aggregate).filter(([name]) => name !== 'hosts'));
}

function membersIn(row: Row): readonly Row[] {
  const { id: aggregateId, hosts } = aggregateIn(row);
  return hosts.map((host, index) => {
    const id = `${aggregateId}/${host}`;
    return { row_key: id, thing: JSON.stringify({ id, aggregateId, host, position: index + 1 }) };
  });
}

export const migrations: readonly Migration[] = [toVersion2, toVersion3, toVersion4];
