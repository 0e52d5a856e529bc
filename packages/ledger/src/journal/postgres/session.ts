import pg from 'pg';
import { nameOfDatabase } from './database-url.ts';
import type { Statement } from './statement.ts';

/** Where a ledger is: a database, and a schema in it that has the ledger to itself. */
export interface PostgresPlace {
  readonly url: string;
  readonly schema: string;
}

/** For people; without the password. */
export function nameOf({ url, schema }: PostgresPlace): string {
  return `${nameOfDatabase(url)}, schema ${schema}`;
}

/**
 * One connection. What is asked is sent at once, without waiting for earlier answers, and carried out in order: so a whole
 * transaction takes one round trip.
 */
export class Session {
  readonly #client: pg.Client;
  #failure: Error | null = null;
  #closing: Promise<void> | null = null;
  readonly #onNotice: ((payload: string) => void)[] = [];

  private constructor(client: pg.Client) {
    this.#client = client;
    client.on('error', (error) => (this.#failure ??= error));
    client.on('end', () => (this.#failure ??= new Error('the connection has ended')));
    client.on('notification', ({ payload }) => {
      for (const tell of this.#onNotice) tell(payload ?? '');
    });
  }

  static async open({ url, schema }: PostgresPlace, patience: Patience = usualPatience): Promise<Session> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'berth',
      connectionTimeoutMillis: patience.connectMs,
      query_timeout: patience.answerMs,
      keepAlive: true,
      pipeline: true,
      types: { getTypeParser: () => (text: string) => text },
    });
    const session = new Session(client);
    await client.connect();
    try {
      // Numbers come as the shortest text that is them; what is answered for has reached the disk.
      await client.query(
        `set search_path to ${quote(schema)}; set extra_float_digits to 1; set client_encoding to 'UTF8'; ` +
          `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`,
      );
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** Why the connection is of no use any more; null while it is. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** Tells once, when the connection is of no use any more. */
  onEnd(tell: () => void): void {
    if (this.#failure === null) this.#client.once('end', tell);
    else tell();
  }

  /** Without values there may be several statements. Answers with the rows of the last one, values as text. */
  async ask(text: string, values?: readonly unknown[]): Promise<(string | null)[][]> {
    const result: unknown = await this.#client.query({
      text,
      rowMode: 'array',
      ...(values ? { values: [...values] } : {}),
    });
    const last = Array.isArray(result)
      ? (result.at(-1) as pg.QueryArrayResult)
      : (result as pg.QueryArrayResult);
    return last.rows as (string | null)[][]; // The type parser above leaves text as it is.
  }

  /** A statement that is asked often: it is prepared once. */
  async carryOut({ name, text, values }: Statement): Promise<(string | null)[][]> {
    const result = await this.#client.query({ name, text, values: [...values], rowMode: 'array' });
    return result.rows as (string | null)[][];
  }

  /**
   * All of it or nothing, in one round trip. Rejects with what the first statement that failed has failed with, or with what
   * broke the connection; then nobody knows whether it happened.
   */
  async inTransaction(statements: readonly Statement[]): Promise<void> {
    const asked = [
      this.ask('begin'),
      ...statements.map((statement) => this.carryOut(statement)),
      this.ask('commit'),
    ];
    for (const outcome of await Promise.allSettled(asked)) {
      // A transaction that has failed ends with the commit as well, which does not fail for that.
      if (outcome.status === 'rejected') throw outcome.reason;
    }
  }

  /** Tells of everything that is notified on a channel from now on. */
  async listen(channel: string, tell: (payload: string) => void): Promise<void> {
    this.#onNotice.push(tell);
    await this.ask(`listen ${quote(channel)}`);
  }

  /** Never fails: whoever closes it does not want to know. Closing twice is closing once. */
  close(): Promise<void> {
    this.#failure ??= new Error('the connection is closed');
    this.#closing ??= this.#client.end().catch(() => {});
    return this.#closing;
  }
}

export interface Patience {
  readonly connectMs: number;
  /** After this the connection counts as broken, though it may only be slow. */
  readonly answerMs: number;
}

export const usualPatience: Patience = { connectMs: 5000, answerMs: 30_000 };

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
