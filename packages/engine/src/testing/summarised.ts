import { Search } from '../candidates/search.ts';
import { providersTakenFrom, rootsTakenFrom } from '../candidates/summaries.ts';
import type { World } from '../world.ts';
import { parseQuery } from './parse-query.ts';

/** The names of all providers whose summaries belong to the answer to a query, sorted. */
export function summarised(world: World, query: string): string[] {
  const request = parseQuery(query);
  const search = new Search(world, request);
  const candidates = search.take(Infinity);
  const providers = request.allowsNested
    ? Array.from(rootsTakenFrom(search.slots, candidates)).flatMap(({ tree }) => tree)
    : Array.from(providersTakenFrom(search.slots, candidates));
  return providers.map(({ name }) => name).sort();
}
