import type { CloudFile, Placed } from '../cloud-file.ts';
import type { CloudState } from '../state/cloud-state.ts';
import type { Step } from '../step.ts';
import { futureProviders } from './future-providers.ts';
import { planContents } from './plan-contents.ts';
import { planFlavors } from './plan-flavors.ts';
import { planPruned, type Prunable, prunables } from './plan-pruned.ts';
import { planTree } from './plan-tree.ts';

export interface PlanOptions {
  readonly prunes: readonly Prunable[];
  /** Flavors whose sizes are others are deleted and made anew; otherwise that is a problem. */
  readonly replacesFlavors: boolean;
}

export interface Plan {
  /** In the order in which they are to be made. None where there is a problem. */
  readonly steps: readonly Step[];
  /** Why the cloud cannot be made to be as the file says, each with its place in the file. */
  readonly problems: readonly string[];
}

/**
 * What has to be done to a cloud so that it has what a file says. Where it has that already, there is nothing to do; after any first part of the
 * steps, the rest of them is what there is to do.
 */
export function planCloud(file: CloudFile, state: CloudState, options: PlanOptions): Plan {
  const problems: string[] = [];
  const providers = futureProviders(file.providers ?? [], state.providers, problems);
  const steps: readonly Step[] = [
    ...missing(file.classes, state.classes).map((name) => ({ kind: 'create-class', name }) as const),
    ...missing(file.traits, state.traits).map((name) => ({ kind: 'create-trait', name }) as const),
    ...planTree(providers),
    ...planContents(providers, file, state, problems),
    ...planFlavors(file.flavors ?? [], state, options.replacesFlavors, problems),
    ...prunables
      .filter((list) => options.prunes.includes(list))
      .flatMap((list) => planPruned(list, file, providers, state, problems)),
  ];
  return { steps: problems.length > 0 ? [] : steps, problems };
}

function missing(asked: readonly Placed[], known: ReadonlySet<string>): readonly string[] {
  return asked.map(({ name }) => name).filter((name) => !known.has(name));
}
