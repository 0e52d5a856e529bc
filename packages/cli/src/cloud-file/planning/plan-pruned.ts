import type { CloudFile } from '../cloud-file.ts';
import { findFlavor } from '../find-flavor.ts';
import { type CloudState, nodeTrait } from '../state/cloud-state.ts';
import type { Step } from '../step.ts';
import { depthOf, type FutureProvider, rootOf } from './future-providers.ts';

export const prunables = ['providers', 'flavors'] as const;

/** A list of which whatever the file does not have is deleted. */
export type Prunable = (typeof prunables)[number];

export function planPruned(
  list: Prunable,
  file: CloudFile,
  providers: readonly FutureProvider[],
  state: CloudState,
  problems: string[],
): readonly Step[] {
  if (file[list] === undefined) {
    // A file that is not about them says nothing of which are too many.
    problems.push(
      `--prune ${list}: the file has no '${list}', and all of them would be deleted; write '${list}: []' if that is meant`,
    );
    return [];
  }
  return list === 'providers' ? prunedProviders(providers, state) : prunedFlavors(file, state);
}

/**
 * Providers that the file does not have, children first. Trees of compute hosts stay, since agents write them; so does whatever something that stays is
 * below. All is judged by what is to be: what is left after this is left the next time, too.
 */
function prunedProviders(providers: readonly FutureProvider[], { nodeUuids }: CloudState): readonly Step[] {
  const hostRoots = new Set(providers.filter((each) => isNode(each, nodeUuids)).map(rootOf));
  const kept = new Set<FutureProvider>();
  for (const provider of providers) {
    if (provider.asked === null && !hostRoots.has(rootOf(provider))) continue;
    for (let each: FutureProvider | null = provider; each !== null; each = each.parent) kept.add(each);
  }
  return providers
    .filter((provider) => !kept.has(provider))
    .map((provider) => ({ provider, depth: depthOf(provider) }))
    .sort((a, b) => b.depth - a.depth)
    .flatMap(({ provider: { name, known } }): readonly Step[] =>
      known === null ? [] : [{ kind: 'delete-provider', uuid: known.uuid, name }],
    );
}

function isNode({ asked, known }: FutureProvider, nodeUuids: ReadonlySet<string>): boolean {
  if (asked?.traits !== undefined) return asked.traits.some(({ name }) => name === nodeTrait);
  return known !== null && nodeUuids.has(known.uuid);
}

function prunedFlavors({ flavors: asked = [] }: CloudFile, { flavors }: CloudState): readonly Step[] {
  const kept = new Set(asked.map((each) => findFlavor(each, flavors)));
  return flavors
    .filter((flavor) => !kept.has(flavor))
    .map(({ id, name }) => ({ kind: 'delete-flavor', id, name, isReplaced: false }));
}
