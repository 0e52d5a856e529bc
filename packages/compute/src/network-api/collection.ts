import { badRequest, notFound } from '@berth/api-kit/http-error.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import type { NetworkApp, NetworkEndpoint } from './endpoint.ts';

/** Things of one kind, as they are shown. */
export interface Collection {
  /** Neutron's word for one of them, and for all. */
  readonly noun: string;
  readonly plural: string;
  /** What it is found by in a path. */
  readonly key: string;
  readonly all: (app: NetworkApp) => readonly Shown[];
}

type Shown = Readonly<Record<string, unknown>>;

/** A list with Neutron's filters, and one of it. */
export function collectionEndpoints(collection: Collection): NetworkEndpoint[] {
  const { noun, plural, key, all } = collection;
  const path = `/v2.0/${plural.replaceAll('_', '-')}`;
  return [
    {
      route: `GET ${path}`,
      policy: null,
      run: ({ app, query }) => answer({ [plural]: listed(all(app), query) }),
    },
    {
      route: `GET ${path}/{id}`,
      policy: null,
      run: ({ app, query, params: { id } }) => {
        const found = all(app).find((each) => each[key] === id);
        const name = capitalized(noun);
        if (found === undefined) throw notFound(`${name} ${id} could not be found.`, `${name}NotFound`);
        return answer({ [noun]: withFields(found, query.all('fields')) });
      },
    },
  ];
}

function answer(value: unknown) {
  return { status: 200, body: JSON.stringify(value) };
}

function capitalized(noun: string): string {
  return `${noun[0]?.toUpperCase()}${noun.slice(1)}`;
}

/** What is about a page: these lists are shorter than any. */
const paging = ['limit', 'marker', 'page_reverse', 'sort_key', 'sort_dir'];

function listed(all: readonly Shown[], query: QueryParams): Shown[] {
  const known = new Set(all.flatMap(Object.keys));
  const filters = [...new Set(query.entries.map(([name]) => name))].filter(
    (name) => name !== 'fields' && !paging.includes(name),
  );
  const unknown = filters.filter((name) => !known.has(name));
  if (all.length > 0 && unknown.length > 0) {
    const names = unknown.map((name) => `'${name}'`).join(', ');
    throw badRequest(`[${names}] is invalid attribute for filtering`);
  }
  const marker = query.last('marker');
  const behind = marker === undefined ? 0 : all.findIndex(({ id }) => id === marker) + 1;
  return all
    .slice(behind)
    .filter((each) => filters.every((name) => query.all(name).some((asked) => isSame(each[name], asked))))
    .map((each) => withFields(each, query.all('fields')));
}

/** Values of a query are text. Lists and nothing are what nobody can ask for. */
function isSame(value: unknown, asked: string): boolean {
  if (typeof value === 'boolean') return value === ['true', '1'].includes(asked.toLowerCase());
  return (typeof value === 'string' || typeof value === 'number') && String(value) === asked;
}

function withFields(shown: Shown, fields: readonly string[]): Shown {
  if (fields.length === 0) return shown;
  return Object.fromEntries(Object.entries(shown).filter(([name]) => fields.includes(name)));
}
