import type { Steps } from '@berth/engine/explain/steps.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { DecidedMove } from './decided-move.ts';
import { amountOf, sumsOf } from './fullness.ts';
import { PlannedCloud } from './planned-cloud.ts';

/**
 * How many servers have to leave other hosts at least, so that some can come there; a bound, which nobody can get below.
 *
 * Of those that come, the ones count that take more of a class than any host has left. Wherever they go, what they take beyond what is left has to be given
 * back by servers that are there now, each of which gives back at most as much as the largest has:
 *
 *     left at most 8 GB    to come: 16 GB, 12 GB, 4 GB    (16 - 8) + (12 - 8) = 12 GB to be given back
 *     largest 4 GB         so at least 3 have to leave
 */
export function* roomNeeded(
  cloud: ComputeCloud,
  closedHosts: readonly string[],
  moves: readonly DecidedMove[],
): Steps<number> {
  // What is shared is given back by servers of any host.
  if (cloud.placement.sharersByAggregate.size > 0) return 0;
  const now = new PlannedCloud(cloud, closedHosts);
  const closed = new Set(closedHosts);
  const coming = moves.filter(({ purpose }) => purpose !== 'make-room');
  const classes = new Set(
    coming.flatMap(({ to }) => to.allocations.map(({ resourceClass }) => resourceClass)),
  );
  const [left, largest] = [new Map<ClassName, number>(), new Map<ClassName, number>()];
  const raise = (most: Map<ClassName, number>, name: ClassName, amount: number) => {
    if (amount > (most.get(name) ?? 0)) most.set(name, amount);
  };
  for (const { id, host } of cloud.compute.nodes.values()) {
    const root = closed.has(host) ? undefined : cloud.placement.providers.get(id);
    if (!root) continue;
    for (const name of classes) {
      const { capacity, used } = sumsOf(now, root, name);
      raise(left, name, capacity - used);
    }
    for (const server of now.serversOn(host)) {
      const { allocations } = now.spotOf(server);
      for (const name of classes) raise(largest, name, amountOf(allocations, root, name));
    }
    yield;
  }
  let least = 0;
  for (const name of classes) {
    let missing = 0;
    for (const { to } of coming) {
      const amount = to.allocations.reduce(
        (sum, each) => sum + (each.resourceClass === name ? each.amount : 0),
        0,
      );
      missing += Math.max(0, amount - (left.get(name) ?? 0));
    }
    if (missing > 0) least = Math.max(least, Math.ceil(missing / (largest.get(name) ?? missing)));
  }
  return least;
}
