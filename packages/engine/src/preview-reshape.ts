import type { AllocationFacts } from './changes.ts';
import { judgeReshape, type Reshape } from './commands/reshape.ts';
import type { NewInventories } from './commands/set-inventories.ts';
import { consumerFacts } from './facts.ts';
import type { ConsumerId } from './ids.ts';
import type { InventoryAmounts } from './inventory.ts';
import type { Provider } from './provider.ts';
import type { RefusalReason } from './refusals.ts';
import type { World } from './world.ts';

/** What a reshape would do, and all that stands in its way. It is of one moment: nothing in it changes later. */
export interface ReshapePreview {
  /** None: it would be done. The first is the one that it would be refused for. */
  readonly problems: readonly ReshapeProblem[];
  /** Those that would have other inventories than they have. */
  readonly providers: readonly ReshapedProvider[];
  /** Those that would hold something else than they hold. */
  readonly consumers: readonly ReshapedConsumer[];
}

export interface ReshapeProblem {
  readonly reason: RefusalReason;
  /** Whose claims it is about, if it is about some. */
  readonly consumerIds: readonly ConsumerId[];
}

export interface ReshapedProvider extends Pick<Provider, 'id' | 'name' | 'generation'> {
  readonly before: NewInventories;
  readonly after: NewInventories;
}

export interface ReshapedConsumer {
  readonly id: ConsumerId;
  readonly before: readonly AllocationFacts[];
  readonly after: readonly AllocationFacts[];
}

/**
 * Asks the rules that a reshape is decided by, and changes nothing. Each reason is told once, in the order in which they come up,
 * with all consumers that it came up for.
 */
export function previewReshape(world: World, command: Reshape): ReshapePreview {
  const problems = new Map<string, { reason: RefusalReason; consumerIds: ConsumerId[] }>();
  const { reshaped, claims } = judgeReshape(world, command, (reason, consumerId) => {
    const problem = problems.getOrInsertComputed(JSON.stringify(reason), () => ({ reason, consumerIds: [] }));
    // A reason that comes up twice for one consumer does so in a row: claims are gone through one after the other.
    if (consumerId !== undefined && problem.consumerIds.at(-1) !== consumerId)
      problem.consumerIds.push(consumerId);
  });
  return {
    problems: [...problems.values()],
    providers: Array.from(reshaped, ([{ id, name, generation, inventories }, after]) => ({
      id,
      name,
      generation,
      before: inventories,
      after,
    })).filter(({ before, after }) => !isSameInventories(before, after)),
    consumers: claims
      .map(({ claim, existing }) => ({
        id: claim.consumerId,
        before: existing ? consumerFacts(existing).allocations : [],
        after: claim.allocations,
      }))
      .filter(({ before, after }) => !isSameAllocations(before, after)),
  };
}

function isSameInventories(before: NewInventories, after: NewInventories): boolean {
  if (before.size !== after.size) return false;
  for (const [name, amounts] of after) if (!isSameAmounts(before.get(name), amounts)) return false;
  return true;
}

function isSameAmounts(before: InventoryAmounts | undefined, after: InventoryAmounts): boolean {
  return (
    before !== undefined &&
    before.total === after.total &&
    before.reserved === after.reserved &&
    before.minUnit === after.minUnit &&
    before.maxUnit === after.maxUnit &&
    before.stepSize === after.stepSize &&
    before.allocationRatio === after.allocationRatio
  );
}

/** In whatever order. */
function isSameAllocations(before: readonly AllocationFacts[], after: readonly AllocationFacts[]): boolean {
  if (before.length !== after.length) return false;
  const texts = new Set(before.map(textOf));
  return after.every((allocation) => texts.has(textOf(allocation)));
}

function textOf({ providerId, resourceClass, amount }: AllocationFacts): string {
  return `${providerId} ${resourceClass} ${amount}`;
}
