/**
 * What a PostgreSQL URL says, as far as it may be shown, or null for one that cannot be told apart for sure.
 *
 * A URL may have a password in its authority and in its query, and one that is written carelessly has it anywhere:
 * `postgres://u:p/w@host/db` is, by the letter, the database `w@host/db` on the host `u`. So only what has one meaning counts as a
 * URL: whatever has a meaning of its own in one (`@ / ? #`) is written `%40` and so on where it is part of a name or password.
 */
export function readDatabaseUrl(url: string): ShownUrl | null {
  const { hosts, database, query, password } = grammar.exec(url)?.groups ?? {};
  if (hosts === undefined) return null;
  const parameters = new URLSearchParams(query ?? '');
  // What is no host's name may have a password in it, and whoever looks for the host prints its name.
  const host = shown(parameters.get('host')) ?? shown(hosts) ?? '';
  if (host === hidden) return null;
  const secrets = [...parameters.keys()].filter((key) => /pass|secret|token/i.test(key));
  return {
    host,
    port: shown(parameters.get('port')),
    database: shown(database) ?? '',
    hasPassword: (password ?? '') !== '' || secrets.length > 0,
  };
}

export interface ShownUrl {
  /** One, several with commas, the directory of a socket, or nothing; with a port, if it stands there. */
  readonly host: string;
  readonly port: string | null;
  readonly database: string;
  readonly hasPassword: boolean;
}

const grammar =
  /^postgres(?:ql)?:\/\/(?:[^:@/?#\s]*(?::(?<password>[^@/?#\s]*))?@)?(?<hosts>[\w.~%:,[\]-]*)(?:\/(?<database>[^@/?#\s]*))?(?:\?(?<query>[^@?#\s]*))?$/;

/** The one way in which a database is named for people: 'postgres://host:5432/berth'. */
export function nameOfDatabase(url: string): string {
  const shownUrl = readDatabaseUrl(url);
  if (shownUrl === null) return 'postgres://…';
  const { host, port, database } = shownUrl;
  return `postgres://${host}${port === null ? '' : `:${port}`}/${database}`;
}

/** Letters, digits and what hosts, directories and names are made of otherwise; nothing else is shown. */
function shown(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text === '') return null;
  return /^[\w.~%:,[\]/ -]*$/.test(text) ? text : hidden;
}

const hidden = '…';
