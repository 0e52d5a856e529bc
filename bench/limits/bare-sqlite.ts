import { DatabaseSync } from 'node:sqlite';

/**
 * How many claims bare `node:sqlite` makes durable in a second, in groups of this size: for each, one generation is
 * updated and three allocations are inserted. The file is as durable as a ledger.
 */
export function bareSqlite(file: string, groupSize: number, seconds: number): number {
  const database = new DatabaseSync(file);
  try {
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      create table providers (id integer primary key, generation integer);
      create table allocations (id integer primary key, provider integer, class integer, consumer text, used integer);
      create index allocations_by_consumer on allocations (consumer);
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${providers})
        insert into providers select i, 0 from n;`);
    const touch = database.prepare('update providers set generation = generation + 1 where id = ?');
    const insert = database.prepare(
      'insert into allocations (provider, class, consumer, used) values (?, ?, ?, ?)',
    );
    const startedAt = performance.now();
    let made = 0;
    while (performance.now() - startedAt < seconds * 1000) {
      database.exec('begin');
      for (let index = 0; index < groupSize; index += 1) {
        made += 1;
        const provider = 1 + ((made * 7919) % providers);
        const consumer = `consumer-${made}`;
        touch.run(provider);
        insert.run(provider, 0, consumer, 1);
        insert.run(provider, 1, consumer, 512);
        insert.run(provider, 2, consumer, 10);
      }
      database.exec('commit');
    }
    return (1000 * made) / (performance.now() - startedAt);
  } finally {
    database.close();
  }
}

const providers = 1000;
