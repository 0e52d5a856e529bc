import type { Provider } from '../provider.ts';
import type { World } from '../world.ts';
import type { CompiledGroup, CompiledRequest } from './compile-request.ts';
import { hasRoom, isInAny, isInEach, meets } from './conjunction.ts';
import { sharersWith } from './sharing-providers.ts';

/** For each slot, the providers that may fill it. */
export type Options = readonly (readonly Provider[])[];

/** The options at an anchor, or null when one of the slots cannot be filled. */
export function optionsAt(world: World, anchor: Provider, compiled: CompiledRequest): Options | null {
  const { tree } = anchor;
  const sharers = sharersWith(world, tree);
  const options: (readonly Provider[])[] = [];
  if (compiled.spread && !addSpreadOptions(options, compiled.spread, anchor, tree, sharers)) return null;
  for (const group of compiled.granular) {
    const servers = among(tree, sharers, (provider) => servesAlone(provider, group));
    if (servers === null) return null;
    options.push(servers);
  }
  return options;
}

/** C7: a suffixed group is served by one provider, which meets all its conditions itself. */
function servesAlone(provider: Provider, { asked, inTreeRoot }: CompiledGroup): boolean {
  return (inTreeRoot === null || provider.root === inTreeRoot) && meets(provider, asked);
}

/**
 * C8: the group without a suffix may be spread over the tree and its sharers, class by class. An aggregate of the
 * root counts for the whole tree: for being a member of it, and for being ruled out by it.
 */
function addSpreadOptions(
  options: (readonly Provider[])[],
  { needs, memberOf, forbiddenTraits, forbiddenAggregates, inTreeRoot }: CompiledGroup,
  anchor: Provider,
  tree: readonly Provider[],
  sharers: readonly Provider[],
): boolean {
  if (inTreeRoot !== null && inTreeRoot !== anchor) return false;
  if (isInAny(anchor, forbiddenAggregates)) return false;
  const rootIsMember = isInEach(anchor, memberOf);
  // A tree that is asked for by name is asked for alone.
  const others = inTreeRoot === null ? sharers : [];
  for (const need of needs) {
    const servers = among(
      tree,
      others,
      (provider) =>
        hasRoom(provider, need) &&
        ((rootIsMember && provider.root === anchor) || isInEach(provider, memberOf)) &&
        !isInAny(provider, forbiddenTraits) &&
        !isInAny(provider, forbiddenAggregates),
    );
    if (servers === null) return false;
    options.push(servers);
  }
  return true;
}

/** Those that do, of the tree and then of its sharers; null when none does. */
function among(
  tree: readonly Provider[],
  sharers: readonly Provider[],
  does: (provider: Provider) => boolean,
): readonly Provider[] | null {
  const found: Provider[] = [];
  for (const provider of tree) if (does(provider)) found.push(provider);
  for (const provider of sharers) if (does(provider)) found.push(provider);
  return found.length > 0 ? found : null;
}
