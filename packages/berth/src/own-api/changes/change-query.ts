import { badRequest } from '@berth/api-kit/http-error.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { codes } from '@berth/placement/http/errors.ts';
import type { OwnApp } from '../own-app.ts';
import type { ChangeFilter } from './change-filter.ts';

/** Which changes a client wants. */
export interface ChangeQuery {
  /** Those with a higher number. */
  readonly after: number;
  /** What the client was told of the history up to there; null: it does not say. */
  readonly history: string | null;
  /** So many in one answer. */
  readonly limit: number;
  /** About one of these; null: about anything. */
  readonly nouns: ReadonlySet<string> | null;
  /** What the filter is to be asked about; null: nothing. */
  readonly filtered: string | null;
}

const limitDefault = 100;
export const limitMax = 1000;

type Headers = Readonly<Record<string, string | undefined>>;

export function parseChangeQuery(
  query: QueryParams,
  headers: Headers,
  { views, filter }: Pick<OwnApp, 'views' | 'filter'>,
): ChangeQuery {
  for (const [name] of query.entries) {
    if (!known.has(name) && name !== filter.name)
      throw badRequest(`Invalid query string parameters: there is no ${name}.`);
  }
  const since = wholeNumber('since', once(query, 'since') ?? '0', 0, Number.MAX_SAFE_INTEGER);
  // A client of server-sent events that lost its connection asks with this, and leaves the rest as it was.
  const last = headers['last-event-id'] || undefined;
  return {
    after: last === undefined ? since : wholeNumber('Last-Event-ID', last, 0, Number.MAX_SAFE_INTEGER),
    history: historyIn(query),
    limit: wholeNumber('limit', once(query, 'limit') ?? `${limitDefault}`, 1, limitMax),
    nouns: nounsIn(query, views.nouns),
    filtered: filteredIn(query, filter),
  };
}

const known: ReadonlySet<string> = new Set(['since', 'history', 'limit', 'noun']);

function historyIn(query: QueryParams): string | null {
  const history = once(query, 'history');
  if (history === undefined) return null;
  if (!/^[\w-]{22}$/.test(history))
    throw badRequest(`Invalid value for history: '${history}' was not told by this service.`, codes.badValue);
  return history;
}

function nounsIn(query: QueryParams, nouns: readonly string[]): ReadonlySet<string> | null {
  const words = query.all('noun').flatMap((value) => value.split(','));
  if (words.length === 0) return null;
  return new Set(
    words.map((word) => {
      if (nouns.includes(word)) return word;
      throw badRequest(`Invalid value for noun: '${word}' is none of ${nouns.join(', ')}.`, codes.badValue);
    }),
  );
}

function filteredIn(query: QueryParams, filter: ChangeFilter): string | null {
  const text = once(query, filter.name);
  return text === undefined ? null : filter.parse(text);
}

function once(query: QueryParams, name: string): string | undefined {
  const [value, ...more] = query.all(name);
  if (more.length > 0) throw badRequest(`${name} can be given once.`, codes.duplicateKey);
  return value;
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  const bounds = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  throw badRequest(`Invalid value for ${name}: '${text}' is not a whole number ${bounds}.`, codes.badValue);
}
