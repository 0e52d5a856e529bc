import { type Candidate, mappingsOf, piecesOf, type Slot } from '../candidates/candidate.ts';
import { Search, type SearchOptions } from '../candidates/search.ts';
import type { World } from '../world.ts';
import { parseQuery } from './parse-query.ts';
import { showCandidate } from './show-candidate.ts';

/** All candidates for a query, as sorted text; see `parseQuery` and `showCandidate` for how both are written. */
export function candidates(world: World, query: string, options?: SearchOptions): string[] {
  return shownInOrder(world, query, options)
    .map(({ text }) => text)
    .sort();
}

/** The same in the order in which they are found, with the names of their anchors. */
export function shownInOrder(
  world: World,
  query: string,
  options?: SearchOptions & { readonly limit?: number },
): { anchor: string; text: string }[] {
  const search = new Search(world, parseQuery(query), options);
  const found = search.take(options?.limit ?? Infinity);
  return found.map((candidate) => ({
    anchor: candidate.anchor.name,
    text: shown(search.slots, candidate),
  }));
}

function shown(slots: readonly Slot[], candidate: Candidate): string {
  const pieces = piecesOf(slots, candidate).map(({ provider, ...piece }) => ({
    provider: provider.name,
    ...piece,
  }));
  const mappings = Array.from(mappingsOf(slots, candidate), ([suffix, providers]): [string, string[]] => [
    suffix,
    providers.map(({ name }) => name),
  ]);
  return showCandidate(pieces, new Map(mappings));
}
