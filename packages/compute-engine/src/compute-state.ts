import type { World } from '@berth/engine/world.ts';
import { Actions } from './actions/actions.ts';
import { Collection, type Collected } from './collection.ts';
import { DecisionLogs } from './decisions/decision-logs.ts';
import { Flavors } from './flavors/flavors.ts';
import { AggregateHosts } from './host-aggregates/aggregate-hosts.ts';
import { HostAggregates } from './host-aggregates/host-aggregates.ts';
import { Nodes } from './hosts/nodes.ts';
import { Services } from './hosts/services.ts';
import type { ImageChoreId, PlanId, PlanPageId, Series } from './ids.ts';
import type { ImageChore } from './images/image-chore.ts';
import { Keypairs } from './keypairs/keypairs.ts';
import { Migrations } from './migrations/migrations.ts';
import type { TakenAddresses } from './network/taken-addresses.ts';
import type { Noun, Nouns } from './nouns.ts';
import { Orders } from './orders/orders.ts';
import type { Plan, PlanPage } from './plans/plan.ts';
import type { NodeUsages } from './servers/node-usage.ts';
import type { ServerUsages } from './servers/server-usage.ts';
import { Servers } from './servers/servers.ts';
import type { ClassQuota, ProjectQuota } from './quotas/quota.ts';
import { UserQuotas } from './quotas/user-quotas.ts';
import { ServerGroups } from './server-groups/server-groups.ts';

/** What compute knows. Only `apply` changes it. */
export class ComputeState {
  readonly flavors = new Flavors();
  readonly servers = new Servers();
  readonly actions = new Actions();
  readonly decisionLogs = new DecisionLogs();
  readonly services = new Services();
  readonly nodes = new Nodes();
  readonly aggregateHosts = new AggregateHosts();
  readonly hostAggregates = new HostAggregates(this.aggregateHosts);
  readonly orders = new Orders();
  readonly imageChores = new Collection<ImageChoreId, ImageChore>();
  readonly migrations = new Migrations();
  readonly keypairs = new Keypairs();
  readonly serverGroups = new ServerGroups();
  readonly projectQuotas = new Collection<string, ProjectQuota>();
  readonly userQuotas = new UserQuotas();
  readonly classQuotas = new Collection<string, ClassQuota>();
  readonly plans = new Collection<PlanId, Plan>();
  readonly planPages = new Collection<PlanPageId, PlanPage>();
  /** The last number that was given in each series. */
  readonly numbers = new Map<Series, number>();

  /** The collections by their nouns. */
  readonly of: { readonly [N in Noun]: Collection<Nouns[N]['id'], Nouns[N]> } = {
    flavor: this.flavors,
    server: this.servers,
    action: this.actions,
    'decision-log': this.decisionLogs,
    service: this.services,
    node: this.nodes,
    'host-aggregate': this.hostAggregates,
    'aggregate-host': this.aggregateHosts,
    order: this.orders,
    'image-chore': this.imageChores,
    migration: this.migrations,
    keypair: this.keypairs,
    'server-group': this.serverGroups,
    'project-quota': this.projectQuotas,
    'user-quota': this.userQuotas,
    'class-quota': this.classQuotas,
    plan: this.plans,
    'plan-page': this.planPages,
  };
}

/** The same for everybody else. */
export interface Compute {
  readonly flavors: Things<'flavor'> & Pick<Flavors, 'named'>;
  readonly servers: Things<'server'> &
    Pick<Servers, 'listsOf' | 'onHost' | 'countOnHost' | 'diskWork' | 'restorable' | 'shelved'> & {
      readonly usages: Pick<ServerUsages, 'of'>;
      readonly nodeUsages: Pick<NodeUsages, 'of'>;
      readonly addresses: Pick<TakenAddresses, 'has' | 'lowestFree'>;
    };
  readonly actions: Things<'action'> & Pick<Actions, 'ofServer' | 'countOf' | 'oldestOf'>;
  readonly decisionLogs: Things<'decision-log'> & Pick<DecisionLogs, 'ids'>;
  readonly services: Things<'service'> & Pick<Services, 'ofHost' | 'revision' | 'failedBuilds'>;
  readonly nodes: Things<'node'> & Pick<Nodes, 'ofHost' | 'revision'>;
  readonly hostAggregates: Things<'host-aggregate'> &
    Pick<HostAggregates, 'numbered' | 'named' | 'inOrder' | 'ofHost'>;
  readonly aggregateHosts: Things<'aggregate-host'> &
    Pick<AggregateHosts, 'in' | 'isIn' | 'ofHost' | 'nextPosition'>;
  readonly orders: Things<'order'> & Pick<Orders, 'ofServer' | 'inLine' | 'leftoversOf' | 'ready'>;
  readonly imageChores: Things<'image-chore'>;
  readonly migrations: Things<'migration'> &
    Pick<Migrations, 'newest' | 'byUpdate' | 'with' | 'underWayAt' | 'leftAt'>;
  readonly keypairs: Things<'keypair'> & Pick<Keypairs, 'ofUser' | 'countOf'>;
  readonly serverGroups: Things<'server-group'> & Pick<ServerGroups, 'ofProject' | 'countOf'>;
  readonly projectQuotas: Things<'project-quota'>;
  readonly userQuotas: Things<'user-quota'> & Pick<UserQuotas, 'ofProject' | 'countOf'>;
  readonly classQuotas: Things<'class-quota'>;
  readonly plans: Things<'plan'>;
  readonly planPages: Things<'plan-page'>;
  readonly numbers: ReadonlyMap<Series, number>;
}

type Things<N extends Noun> = Collected<Nouns[N]['id'], Nouns[N]>;

/** What a decision about compute sees: what it claims, and from whom, is Placement's. */
export interface ComputeCloud {
  readonly placement: World;
  readonly compute: Compute;
}
