import { rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { makePrivate } from '@berth/ledger/journal/sqlite/make-private.ts';
import { decodeRecord } from '@berth/placement/records/decode-record.ts';
import { Malformed } from '@berth/api-kit/json/json-reading.ts';
import { encodeRecord } from '@berth/placement/records/encode-record.ts';
import { describeRecord, type PlacementRecord } from '@berth/placement/records/placement-record.ts';
import { treeOrder } from '@berth/placement/records/tree-order.ts';
import type { RecordSource } from '../record-source.ts';

export type RecordKind = PlacementRecord['kind'];

/** Something that was read from another service than Placement: whoever reads it knows what its line is. */
export interface ReadThing {
  readonly kind: string;
  readonly id: string;
  /** What things of its kind are sorted by. */
  readonly rowKey: string;
  /** Its number at the source; 0: not known. */
  readonly number: number;
  /** Of those with one number, the lowest keeps it. */
  readonly rank: number;
  readonly line: string;
}

/** Whether the last round found all as it was in the one before. */
export type Standing = 'steady' | 'changing';

/** How a round of reading went. */
export interface RoundEnd {
  /** How many records are others than after the round before. */
  readonly changed: number;
  /** Some of them, for people. */
  readonly examples: readonly string[];
}

const workFormat = 2;
const sqliteBusy = 5;
const examplesMax = 20;
const portionSize = 1000;

/**
 * What was read from a Placement so far, in an SQLite file, so that it can be gone on with after an interruption. What was put is
 * there after a `kill -9`; should the machine lose power, some of it is read again.
 *
 * Reading goes in rounds, each of which reads all there is; a record that was read in this round has been seen.
 */
export class WorkFile {
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  private constructor(path: string, database: DatabaseSync) {
    this.path = path;
    this.#database = database;
  }

  /** Goes on with the one that is there, which must be about the same source. */
  static open(path: string, sourceUrl: string, now: number): WorkFile {
    makePrivate(path);
    const database = new DatabaseSync(path);
    try {
      database.exec('pragma locking_mode = exclusive; begin exclusive; commit;');
      database.exec('pragma journal_mode = wal; pragma synchronous = normal;');
      const work = new WorkFile(path, database);
      work.#prepare(sourceUrl, now);
      return work;
    } catch (error) {
      database.close();
      const isLocked = error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
      const why = isLocked ? ': another import is at work with it' : '';
      throw new Error(`The work file ${path} cannot be used${why}`, { cause: error });
    }
  }

  /** Counts from 1. */
  get round(): number {
    return Number(this.#fact('round'));
  }

  /** When reading began: for what has no time of its own. */
  get startedAt(): number {
    return Number(this.#fact('started_at'));
  }

  /** Something else that is to be known after an interruption. */
  kept(name: string): string | null {
    return this.#fact(`kept ${name}`);
  }

  keep(name: string, value: string): void {
    this.#setFact(`kept ${name}`, value);
  }

  /** Not null once the ledger is being written: what is here must not change any more. */
  get final(): Standing | null {
    return this.#fact('final') as Standing | null; // Only ever set below.
  }

  makeFinal(standing: Standing): void {
    this.#setFact('final', standing);
  }

  isSeen(kind: string, id: string): boolean {
    const query = 'select 1 from records where kind = ? and id = ? and seen = ?';
    return this.run(query).get(kind, id, this.round) !== undefined;
  }

  /** As it was last read. */
  get(kind: RecordKind, id: string): PlacementRecord | null {
    const line = this.lineOf(kind, id);
    return line === null ? null : decoded(line);
  }

  lineOf(kind: string, id: string): string | null {
    const row = this.run('select line from records where kind = ? and id = ?').get(kind, id);
    return row === undefined ? null : String(row['line']);
  }

  /** Of a provider also who holds something of it. */
  put(record: PlacementRecord, consumers: readonly string[] = []): void {
    const id = idOf(record);
    const line = encodeRecord(record);
    this.#inTransaction(() => {
      this.run(
        `insert into records (kind, id, place, line, seen, changed) values (?1, ?2, ?3, ?4, ?5, ?5)
         on conflict (kind, id) do update set place = ?3, line = ?4, seen = ?5,
           changed = case when line = ?4 then changed else ?5 end`,
      ).run(record.kind, id, placeOf(record), line, this.round);
      if (record.kind !== 'provider') return;
      this.run('delete from holders where provider = ?').run(id);
      for (const consumer of consumers) {
        this.run('insert into holders (provider, consumer) values (?, ?)').run(id, consumer);
      }
    });
  }

  /** Together, or not at all. */
  putThings(things: Iterable<ReadThing>): void {
    const { round } = this;
    this.#inTransaction(() => {
      for (const { kind, id, rowKey, number, rank, line } of things) {
        this.run(
          `insert into records (kind, id, row_key, place, rank, line, seen, changed) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
           on conflict (kind, id) do update set row_key = ?3, place = ?4, rank = ?5, line = ?6, seen = ?7,
             changed = case when line = ?6 then changed else ?7 end`,
        ).run(kind, id, rowKey, number, rank, line, round);
      }
    });
  }

  /** Whether something that is read as a whole was read in this round. */
  isDone(what: string): boolean {
    return this.run('select 1 from done where what = ?').get(what) !== undefined;
  }

  setDone(what: string): void {
    this.run('insert or ignore into done (what) values (?)').run(what);
  }

  /** It was not read again, and is as it was. */
  seeAgain(kind: string, id: string): void {
    this.run('update records set seen = ? where kind = ? and id = ?').run(this.round, kind, id);
  }

  /** Those who hold something, as far as the providers that were read tell, and were not yet seen. */
  consumersToRead(): string[] {
    return this.run(
      `select distinct consumer from holders where not exists
         (select 1 from records where kind = 'consumer' and id = consumer and seen = ?)`,
    )
      .all(this.round)
      .map(({ consumer }) => String(consumer));
  }

  /** What was not seen is gone. From here on it is the next round. */
  endRound(): RoundEnd {
    const { round } = this;
    const examples: string[] = [];
    let changed = 0;
    this.#inTransaction(() => {
      const note = (rows: Iterable<Record<string, unknown>>, how: string) => {
        for (const row of rows) {
          changed++;
          if (examples.length < examplesMax) examples.push(`${described(row)} ${how}`);
        }
      };
      const rows = 'select kind, id, line from records where';
      if (round > 1) note(this.run(`${rows} changed = ?`).iterate(round), 'is new or has changed');
      note(this.run(`${rows} seen < ?`).all(round), 'is gone');
      this.run('delete from records where seen < ?').run(round);
      this.run(
        `delete from holders where not exists (select 1 from records where kind = 'provider' and id = provider)`,
      ).run();
      this.run('delete from done').run();
      this.#setFact('round', String(round + 1));
    });
    return { changed, examples };
  }

  /** All that was read, as a source for an import. */
  source(name: string): RecordSource<PlacementRecord> {
    return { name, read: () => this.#read(), placeOf: (position) => `record ${position}` };
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  /** It is not needed any more. */
  remove(): void {
    this.close();
    for (const ending of ['', '-wal', '-shm']) rmSync(`${this.path}${ending}`, { force: true });
  }

  async *#read(): AsyncGenerator<readonly PlacementRecord[]> {
    try {
      yield* this.#readAll();
    } catch (error) {
      if (!(error instanceof Malformed || error instanceof SyntaxError)) throw error;
      throw new Error(`The work file ${this.path} is damaged; remove it to begin anew`, { cause: error });
    }
  }

  *#readAll(): Generator<readonly PlacementRecord[]> {
    yield this.#all(`kind = 'class' order by place, id`);
    yield this.#all(`kind = 'trait' order by id`);
    const providers = this.#all(`kind = 'provider'`).filter((record) => record.kind === 'provider');
    yield [...treeOrder(providers)];
    yield* this.#consumers();
  }

  #all(where: string): PlacementRecord[] {
    return this.run(`select line from records where ${where}`)
      .all()
      .map(({ line }) => decoded(line));
  }

  *#consumers(): Generator<readonly PlacementRecord[]> {
    let after: [number, string] = [Number.MIN_SAFE_INTEGER, ''];
    for (;;) {
      const rows = this.run(
        `select place, id, line from records where kind = 'consumer' and (place, id) > (?, ?)
         order by place, id limit ${portionSize}`,
      ).all(...after);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(({ line }) => decoded(line));
      after = [Number(last['place']), String(last['id'])];
    }
  }

  #prepare(sourceUrl: string, now: number): void {
    this.#inTransaction(() => {
      this.#database.exec(`
        create table if not exists facts (name text primary key, value text not null) strict, without rowid;
        create table if not exists records (
          kind text, id text, row_key text not null default '', place integer not null, rank integer not null default 0,
          line text not null, seen integer not null, changed integer not null,
          primary key (kind, id)
        ) strict, without rowid;
        create index if not exists records_in_order on records (kind, place, id);
        create index if not exists records_by_key on records (kind, row_key);
        create table if not exists done (what text primary key) strict, without rowid;
        create table if not exists holders (
          provider text, consumer text, primary key (provider, consumer)
        ) strict, without rowid;
      `);
      if (this.#fact('format') !== null) return;
      this.#setFact('format', String(workFormat));
      this.#setFact('source', sourceUrl);
      this.#setFact('started_at', String(now));
      this.#setFact('round', '1');
    });
    if (this.#fact('format') !== String(workFormat))
      throw new Error('it was written by another version of this program; remove it to begin anew');
    if (this.#fact('source') !== sourceUrl)
      throw new Error(`it is about ${this.#fact('source')}; remove it to begin anew with ${sourceUrl}`);
  }

  #fact(name: string): string | null {
    const row = this.run('select value from facts where name = ?').get(name);
    return row === undefined ? null : String(row['value']);
  }

  #setFact(name: string, value: string): void {
    this.run('insert or replace into facts (name, value) values (?, ?)').run(name, value);
  }

  #inTransaction(work: () => void): void {
    this.#database.exec('begin');
    try {
      work();
      this.#database.exec('commit');
    } catch (error) {
      this.#database.exec('rollback');
      throw error;
    }
  }

  /** A statement, which is prepared once: for those who keep more here than records of Placement. */
  run(text: string): StatementSync {
    return this.#statements.getOrInsertComputed(text, () => this.#database.prepare(text));
  }
}

function idOf(record: PlacementRecord): string {
  switch (record.kind) {
    case 'class':
      return record.resourceClass.name;
    case 'trait':
      return record.trait.name;
    case 'provider':
      return record.provider.id;
    default:
      return record.consumer.id;
  }
}

/** What classes and consumers are sorted by. */
function placeOf(record: PlacementRecord): number {
  if (record.kind === 'class') return record.resourceClass.order;
  return record.kind === 'consumer' ? record.consumer.createdAt : 0;
}

function described({ kind, id, line }: Record<string, unknown>): string {
  const isOfPlacement = ['class', 'trait', 'provider', 'consumer'].includes(String(kind));
  return isOfPlacement ? describeRecord(decoded(line)) : `${String(kind).replaceAll('-', ' ')} ${String(id)}`;
}

function decoded(line: unknown): PlacementRecord {
  return decodeRecord(JSON.parse(String(line)));
}
