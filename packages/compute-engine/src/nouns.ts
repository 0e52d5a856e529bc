import type { Action } from './actions/action.ts';
import type { DecisionLog } from './decisions/decision-log.ts';
import type { Flavor } from './flavors/flavor.ts';
import type { AggregateHost } from './host-aggregates/aggregate-host.ts';
import type { HostAggregate } from './host-aggregates/host-aggregate.ts';
import type { ComputeNode } from './hosts/compute-node.ts';
import type { ComputeService } from './hosts/compute-service.ts';
import type { ImageChore } from './images/image-chore.ts';
import type { Migration } from './migrations/migration.ts';
import type { Order } from './orders/order.ts';
import type { Server } from './servers/server.ts';
import type { Keypair } from './keypairs/keypair.ts';
import type { Plan, PlanPage } from './plans/plan.ts';
import type { ClassQuota, ProjectQuota, UserQuota } from './quotas/quota.ts';
import type { ServerGroup } from './server-groups/server-group.ts';

/**
 * What compute has, noun by noun. Each thing changes as a whole: a change says all that holds of it afterwards. So applying, storing,
 * moving and checking are the same for all of them, and go by this list.
 */
export interface Nouns {
  readonly flavor: Flavor;
  readonly server: Server;
  readonly action: Action;
  readonly 'decision-log': DecisionLog;
  readonly service: ComputeService;
  readonly node: ComputeNode;
  readonly 'host-aggregate': HostAggregate;
  readonly 'aggregate-host': AggregateHost;
  readonly order: Order;
  readonly 'image-chore': ImageChore;
  readonly migration: Migration;
  readonly keypair: Keypair;
  readonly 'server-group': ServerGroup;
  readonly 'project-quota': ProjectQuota;
  readonly 'user-quota': UserQuota;
  readonly 'class-quota': ClassQuota;
  readonly plan: Plan;
  readonly 'plan-page': PlanPage;
}

export type Noun = keyof Nouns;

/** Every noun; one that is missing does not compile. */
export const nouns = Object.keys({
  flavor: true,
  server: true,
  action: true,
  'decision-log': true,
  service: true,
  node: true,
  'host-aggregate': true,
  'aggregate-host': true,
  order: true,
  'image-chore': true,
  migration: true,
  keypair: true,
  'server-group': true,
  'project-quota': true,
  'user-quota': true,
  'class-quota': true,
  plan: true,
  'plan-page': true,
} satisfies Record<Noun, true>) as readonly Noun[];

/** What things of a noun are kept by in a ledger: rows lie in this order, and a thing never changes it. */
const rowKeys: { readonly [N in Noun]: (thing: Nouns[N]) => string } = {
  flavor: ({ id }) => id,
  // Those that are made together lie together, so that they are written together.
  server: ({ createdAt, id }) => `${inOrder(createdAt)} ${id}`,
  action: ({ startedAt, id }) => `${inOrder(startedAt)} ${id}`,
  'decision-log': ({ createdAt, id }) => `${inOrder(createdAt)} ${id}`,
  service: ({ id }) => id,
  node: ({ id }) => id,
  'host-aggregate': ({ id }) => id,
  'aggregate-host': ({ id }) => id,
  order: ({ createdAt, id }) => `${inOrder(createdAt)} ${id}`,
  // What is asked for anew has another time, and is the same.
  'image-chore': ({ id }) => id,
  migration: ({ createdAt, id }) => `${inOrder(createdAt)} ${id}`,
  keypair: ({ id }) => id,
  'server-group': ({ id }) => id,
  'project-quota': ({ id }) => id,
  'user-quota': ({ id }) => id,
  'class-quota': ({ id }) => id,
  plan: ({ createdAt, id }) => `${inOrder(createdAt)} ${id}`,
  'plan-page': ({ createdAt, id }) => `${inOrder(createdAt)} ${id}`,
};

/** A time as a text that sorts as the time does, from 1970 to the end of all times. */
function inOrder(instant: number): string {
  return String(instant).padStart(16, '0');
}

export function rowKeyOf<N extends Noun>(noun: N, thing: Nouns[N]): string {
  return rowKeys[noun](thing);
}
