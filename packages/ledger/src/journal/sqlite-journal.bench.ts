import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Projection, RowChange } from './projection.ts';
import { openSqliteJournal, type SqliteJournal } from './sqlite-journal.ts';

/**
 * How fast claims become durable, and how fast a large ledger loads. Run by hand, on a disk like the one that
 * is meant: `node packages/ledger/src/journal/sqlite-journal.bench.ts`
 *
 * A claim is what a placement service writes most: a consumer, its three allocations, and its provider's
 * generation; as two changes.
 */
type Change =
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
        id: 'text',
        generation: 'integer',
        project_id: 'text',
        user_id: 'text',
        type: 'text?',
        created_at: 'integer',
      },
      keyLength: 1,
    },
    {
      name: 'allocations',
      columns: { consumer_id: 'text', provider_id: 'text', class: 'text', amount: 'integer' },
      keyLength: 3,
    },
  ],
  *rowsOf(change): Generator<RowChange> {
    if (change.kind === 'provider-touched') {
      const { id, generation, at } = change;
      yield { do: 'patch', table: 'providers', where: { id }, set: { generation, updated_at: at } };
      return;
    }
    const { allocations, id, generation, projectId, userId, type, createdAt } = change.consumer;
    yield {
      do: 'put',
      table: 'consumers',
      row: { id, generation, project_id: projectId, user_id: userId, type, created_at: createdAt },
    };
    for (const { providerId, class: name, amount } of allocations) {
      const row = { consumer_id: id, provider_id: providerId, class: name, amount };
      yield { do: 'put', table: 'allocations', row };
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
  let journal = openSqliteJournal(path, projection);
  reportClaims('an empty ledger', journal);
  fill(journal, 1_000_000);
  journal.close();
  journal = openSqliteJournal(path, projection);
  reportLoad(journal);
  reportClaims('that ledger', journal);
  reportPrune(journal);
  journal.close();
} finally {
  rmSync(directory, { recursive: true });
}

function reportClaims(where: string, journal: SqliteJournal<Change>): void {
  for (const group of [1, 16, 128]) {
    const waits: number[] = [];
    const endMs = performance.now() + 3000;
    while (performance.now() < endMs) {
      const startMs = performance.now();
      const changes: Change[] = [];
      for (let index = 0; index < group; index += 1) changes.push(...claim(randomUUID()));
      journal.append(changes, Date.now());
      waits.push(performance.now() - startMs);
    }
    const totalMs = waits.reduce((sum, wait) => sum + wait, 0);
    waits.sort((left, right) => left - right);
    const at = (share: number) => `${(waits[Math.floor((waits.length - 1) * share)] ?? 0).toFixed(1)} ms`;
    print(
      `claims on ${where}, groups of ${group}`,
      `${Math.round((waits.length * group * 1000) / totalMs)} /s`,
      `a group takes ${at(0.5)}, 99% ${at(0.99)}, at most ${at(1)}`,
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
