import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import type { ComputeContext } from './endpoint.ts';
import { type Link, selfHref } from './links.ts';
import type { QueryParameter, TakenQuery } from './taken-query.ts';

const digits: JsonSchema = { type: ['integer', 'string'], pattern: '^[0-9]*$', minimum: 0, minLength: 1 };

/** What every list in pages takes. */
export const pagingParameters = {
  limit: { value: digits },
  marker: { value: { type: 'string' } },
} as const satisfies Readonly<Record<string, QueryParameter>>;

/** The same in lists that take each once. */
export const singlePagingParameters = {
  limit: { ...pagingParameters.limit, isSingle: true },
  marker: { ...pagingParameters.marker, isSingle: true },
} as const satisfies Readonly<Record<string, QueryParameter>>;

/** How many things a page may have: as many as were asked for, if that is not more than anybody gets. */
export function pageSize(limit: readonly string[] | undefined, { app }: ComputeContext): number {
  const asked = limit?.at(-1);
  return asked === undefined ? app.settings.pageMax : Math.min(Number(asked), app.settings.pageMax);
}

/** The things of a page: those behind the marker. */
export function pageOf<Thing>(
  things: readonly Thing[],
  {
    marker,
    size,
    idOf,
  }: { readonly marker: string | undefined; readonly size: number; readonly idOf: (thing: Thing) => string },
): readonly Thing[] {
  let first = 0;
  if (marker !== undefined) {
    const at = things.findIndex((thing) => idOf(thing) === marker);
    if (at < 0) throw badRequest(`marker [${marker}] not found`);
    first = at + 1;
  }
  return things.slice(first, first + size);
}

/**
 * The link to the next page, where this one is full: the same query, in the order of its names, with another marker, which comes last
 * where there was none. Of what was taken of the query only: parameters that are passed over are not passed on. Of a repeated one
 * the last counts, here too.
 */
export function nextLink(
  context: ComputeContext,
  path: string,
  lastId: string,
  taken: TakenQuery<string> = sentIn(context),
): Link {
  const names = Object.keys(taken).sort();
  const parts = new Map(names.map((name) => [name, taken[name]?.at(-1) ?? ''])).set('marker', lastId);
  const query = Array.from(parts, ([name, value]) => `${quoted(name)}=${quoted(value)}`).join('&');
  return { rel: 'next', href: `${selfHref(context, path)}?${query}` };
}

function sentIn({ query }: ComputeContext): TakenQuery<string> {
  return Object.fromEntries(query.entries.map(([name]) => [name, query.all(name)]));
}

/** As in a form, but all marks that need not stand for themselves are encoded: links are compared as texts. */
function quoted(text: string): string {
  return encodeURIComponent(text)
    .replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
