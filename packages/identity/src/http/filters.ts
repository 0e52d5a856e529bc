import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { booleanOf } from './boolean-of.ts';

/** What lists can be narrowed by, under the names of the query. */
export type Filters<Thing> = Readonly<Record<string, (thing: Thing) => string | boolean | null>>;

/**
 * The things that a query asks for: `name=a`, or of texts `name__contains=a`, `name__istartswith=a` and so on. Parameters that are not
 * among the filters are left out.
 */
export function filtered<Thing>(
  things: Iterable<Thing>,
  filters: Filters<Thing>,
  query: QueryParams,
): readonly Thing[] {
  const tests: ((thing: Thing) => boolean)[] = [];
  for (const [key, wanted] of query.entries) {
    const [name = '', how, ...more] = key.split('__');
    const get = Object.hasOwn(filters, name) ? filters[name] : undefined;
    if (get === undefined || more.length > 0) continue;
    const test = how === undefined ? equals(wanted) : comparing(how, wanted);
    if (test !== null) tests.push((thing) => test(get(thing)));
  }
  const found: Thing[] = [];
  for (const thing of things) if (tests.every((test) => test(thing))) found.push(thing);
  return found;
}

type Test = (value: string | boolean | null) => boolean;

function equals(wanted: string): Test {
  return (value) =>
    typeof value === 'boolean' ? value === (wanted === '' || booleanOf(wanted, true)) : value === wanted;
}

/** Null where there is no such comparison. */
function comparing(how: string, wanted: string): Test | null {
  const isLoose = how.startsWith('i');
  const compare = Object.hasOwn(comparisons, isLoose ? how.slice(1) : how)
    ? comparisons[isLoose ? how.slice(1) : how]
    : undefined;
  if (compare === undefined) return null;
  const asked = isLoose ? wanted.toLowerCase() : wanted;
  return (value) => typeof value === 'string' && compare(isLoose ? value.toLowerCase() : value, asked);
}

const comparisons: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  contains: (value, wanted) => value.includes(wanted),
  startswith: (value, wanted) => value.startsWith(wanted),
  endswith: (value, wanted) => value.endsWith(wanted),
};
