import type { NodePlan } from '@berth/host/tracker/plan-node.ts';

/** Of all providers that have a part in a plan, by uuid. */
export function providerNames({ current, next }: NodePlan): ReadonlyMap<string, string> {
  return new Map(
    [current, next].flatMap((tree) =>
      tree.getProviderUuids().map((uuid) => [uuid, tree.data(uuid).name] as const),
    ),
  );
}
