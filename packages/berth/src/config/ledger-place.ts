import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { nameOfDatabase, readDatabaseUrl } from '@berth/ledger/journal/postgres/database-url.ts';

/**
 * Where a ledger is: in a file, in memory, or in a PostgreSQL database, whose URL may have a password in it. However it is printed,
 * it shows its name alone; the password is only in `url`, which is for the driver.
 */
export class LedgerPlace {
  readonly #text: string;
  readonly isPostgres: boolean;

  private constructor(text: string) {
    this.#text = text;
    this.isPostgres = startsLikePostgres.test(text);
  }

  /** Undefined for what is neither the name of a file nor a URL that is understood: it may have a password in it all the same. */
  static parse(text: string): LedgerPlace | undefined {
    const isFile =
      text === ':memory:' || !(text === '' || looksLikeUrl.test(text) || hasPasswordWord.test(text));
    return isFile || readDatabaseUrl(text) !== null ? new LedgerPlace(text) : undefined;
  }

  /** The file, or ':memory:'. */
  get path(): string {
    assert(!this.isPostgres, 'a database has no path');
    return this.#text;
  }

  /** With its password: not to be shown to anybody. */
  get url(): string {
    assert(this.isPostgres, 'a file has no URL');
    return this.#text;
  }

  /** For people. */
  get name(): string {
    return this.isPostgres ? nameOfDatabase(this.#text) : this.#text;
  }

  get hasPassword(): boolean {
    return this.isPostgres && readDatabaseUrl(this.#text)?.hasPassword === true;
  }

  toString(): string {
    return this.name;
  }

  toJSON(): string {
    return this.name;
  }

  [inspect.custom](): string {
    return this.name;
  }
}

const startsLikePostgres = /^postgres(ql)?:\/\//;
/** Also those of other programs, which are no file's name either. One letter is a drive. */
const looksLikeUrl = /^\s*[a-z][a-z0-9+.-]+:|:\/\//i;
const hasPasswordWord = /pass(word)?\s*=/i;

/** For people: without a password. */
export function ledgerName(ledger: LedgerPlace): string {
  return ledger.name;
}
