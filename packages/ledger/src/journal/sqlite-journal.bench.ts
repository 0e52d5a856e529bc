import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Projection, RowChange } from './projection.ts';
import { openSqliteJournal, type SqliteJournal } from './sqlite-journal.ts';

/**
 * How fast claims become durable, and how fast a large ledger loads. Run by hand, on a disk like the one that
 * is meant: `node packages/ledger/src/journal/sqlite-journal.bench.ts`
 *
 * A claim is what a placement service writes most: a consumer, its three allocations, and its provider's
 * generation; as two changes. Beside it stands the least that SQLite can be asked to do for one, in the same run:
 * three rows and a number, under keys that grow, without a journal. On a virtual machine with two cores, 128 claims at a
 * time: 81,000 a second bare, 19,000 here.
 */
type Change =
  | { readonly kind: 'provider-added'; readonly id: string }
  | { readonly kind: 'consumer-set'; readonly consumer: Consumer }
  | {
      readonly kind: 'provider-touched';
      readonly id: string;
      readonly generation: number;
      readonly at: number;
    };

interface Consumer {
  readonly id: string;
  readonly generation: number;
  readonly projectId: string;
  readonly userId: string;
  readonly type: string | null;
  readonly createdAt: number;
  readonly allocations: readonly {
    readonly providerId: string;
    readonly class: string;
    readonly amount: number;
  }[];
}

const projection: Projection<Change> = {
  name: 'claims',
  kinds: { 'provider-added': true, 'consumer-set': true, 'provider-touched': true },
  schemaVersion: 1,
  migrations: [],
  tables: [
    {
      name: 'providers',
      columns: { id: 'text', name: 'text', generation: 'integer', updated_at: 'integer?' },
      keyLength: 1,
    },
    {
      name: 'consumers',
      columns: {
        created_at: 'integer',
        id: 'text',
        generation: 'integer',
        project_id: 'text',
        user_id: 'text',
        type: 'text?',
      },
      keyLength: 2,
    },
    {
      name: 'allocations',
      columns: {
        consumer_created_at: 'integer',
        consumer_id: 'text',
        provider_id: 'text',
        class: 'text',
        amount: 'integer',
      },
      keyLength: 4,
    },
  ],
  *rowsOf(change): Generator<RowChange> {
    if (change.kind === 'provider-added') {
      const { id } = change;
      yield {
        do: 'put',
        table: 'providers',
        row: { id, name: `host ${id}`, generation: 0, updated_at: null },
      };
      return;
    }
    if (change.kind === 'provider-touched') {
      const { id, generation, at } = change;
      yield { do: 'patch', table: 'providers', where: { id }, set: { generation, updated_at: at } };
      return;
    }
    const { allocations, id, generation, projectId, userId, type, createdAt } = change.consumer;
    yield {
      do: 'put',
      table: 'consumers',
      row: { created_at: createdAt, id, generation, project_id: projectId, user_id: userId, type },
    };
    const made = { consumer_created_at: createdAt, consumer_id: id };
    for (const { providerId, class: name, amount } of allocations) {
      yield {
        do: 'put',
        table: 'allocations',
        row: { ...made, provider_id: providerId, class: name, amount },
      };
    }
  },
  *changesOf(read): Generator<Change> {
    for (const _ of read('allocations')) yield { kind: 'provider-touched', id: '', generation: 0, at: 0 };
  },
};

const providers = Array.from({ length: 10_000 }, () => randomUUID());
const [projectId, userId] = [randomUUID(), randomUUID()];
let made = 0;

function claim(id: string): Change[] {
  made += 1;
  const providerId = providers[(made * 7919) % providers.length] as string;
  const at = Date.now();
  const allocations = ['VCPU', 'MEMORY_MB', 'DISK_GB'].map((name) => ({
    providerId,
    class: name,
    amount: 4,
  }));
  return [
    {
      kind: 'consumer-set',
      consumer: { id, generation: 1, projectId, userId, type: 'INSTANCE', createdAt: at, allocations },
    },
    { kind: 'provider-touched', id: providerId, generation: made, at },
  ];
}

const directory = mkdtempSync(join(tmpdir(), 'berth-bench-'));
try {
  const path = join(directory, 'ledger.db');
  let journal = openSqliteJournal(path, [projection]);
  journal.append(
    providers.map((id) => ({ kind: 'provider-added' as const, id })),
    Date.now(),
  );
  const bare = bareClaims(join(directory, 'bare.db'));
  reportClaims('bare SQLite', bare);
  reportClaims('an empty ledger', (count) => appendClaims(journal, count));
  fill(journal, 1_000_000);
  journal.close();
  journal = openSqliteJournal(path, [projection]);
  reportLoad(journal);
  reportClaims('that ledger', (count) => appendClaims(journal, count));
  reportClaims('bare SQLite', bare);
  reportPrune(journal);
  journal.close();
} finally {
  rmSync(directory, { recursive: true });
}

function appendClaims(journal: SqliteJournal<Change>, count: number): void {
  const changes: Change[] = [];
  for (let index = 0; index < count; index += 1) changes.push(...claim(randomUUID()));
  journal.append(changes, Date.now());
}

/** Writes so many claims as one transaction, as plainly as can be. */
function bareClaims(path: string): (count: number) => void {
  const database = new DatabaseSync(path);
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    create table providers (id integer primary key, generation integer);
    create table allocations (id integer primary key, provider integer, class integer, consumer text, amount integer);
    create index allocations_by_consumer on allocations (consumer);
    with recursive numbers (id) as (select 1 union all select id + 1 from numbers where id < 1000)
      insert into providers select id, 0 from numbers;
  `);
  const touch = database.prepare('update providers set generation = generation + 1 where id = ?');
  const allocate = database.prepare(
    'insert into allocations (provider, class, consumer, amount) values (?, ?, ?, ?)',
  );
  let claims = 0;
  return (count) => {
    database.exec('begin');
    for (let index = 0; index < count; index += 1) {
      claims += 1;
      const provider = 1 + ((claims * 7919) % 1000);
      touch.run(provider);
      for (const name of [0, 1, 2]) allocate.run(provider, name, `consumer ${claims}`, 4);
    }
    database.exec('commit');
  };
}

function reportClaims(where: string, write: (count: number) => void): void {
  for (const group of [1, 16, 128, 1600]) {
    const waits: number[] = [];
    const started = process.cpuUsage();
    const endMs = performance.now() + 3000;
    while (performance.now() < endMs) {
      const startMs = performance.now();
      write(group);
      waits.push(performance.now() - startMs);
    }
    const { user, system } = process.cpuUsage(started);
    const totalMs = waits.reduce((sum, wait) => sum + wait, 0);
    waits.sort((left, right) => left - right);
    const at = (share: number) => `${(waits[Math.floor((waits.length - 1) * share)] ?? 0).toFixed(1)} ms`;
    print(
      `claims on ${where}, groups of ${group}`,
      `${Math.round((waits.length * group * 1000) / totalMs)} /s`,
      `${((user + system) / (waits.length * group)).toFixed(1)} µs CPU each; a group takes ${at(0.5)}, 99% ${at(0.99)}, at most ${at(1)}`,
    );
  }
}

function fill(journal: SqliteJournal<Change>, allocations: number): void {
  const ids = Array.from({ length: Math.ceil(allocations / 3) }, () => randomUUID()).sort();
  const startMs = performance.now();
  for (let start = 0; start < ids.length; start += 5000) {
    journal.append(ids.slice(start, start + 5000).flatMap(claim), Date.now());
  }
  const tookMs = performance.now() - startMs;
  print(
    'filling, groups of 5000 in order of their ids',
    `${Math.round((ids.length * 1000) / tookMs)} /s`,
    '',
  );
}

function reportLoad(journal: SqliteJournal<Change>): void {
  const startMs = performance.now();
  let rows = 0;
  for (const _ of journal.load()) rows += 1;
  print(`loading ${rows} allocations`, `${((performance.now() - startMs) / 1000).toFixed(2)} s`, '');
}

function reportPrune(journal: SqliteJournal<Change>): void {
  const startMs = performance.now();
  const pruned = journal.prune(Number.MAX_SAFE_INTEGER, 100_000);
  print(`forgetting ${pruned} changes`, `${((performance.now() - startMs) / 1000).toFixed(2)} s`, '');
}

function print(what: string, result: string, remark: string): void {
  process.stdout.write(`${what.padEnd(48)} ${result.padStart(12)}   ${remark}\n`);
}
