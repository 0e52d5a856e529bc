import type { ClientCommand } from './command/client-command.ts';

/** A client command as it is called and listed; it is loaded when it is called, and what it needs with it. */
export interface ListedClientCommand {
  /** The words that call it, as openstack has them. */
  readonly name: string;
  /** Another spelling of it. */
  readonly alias?: string;
  readonly summary: string;
  readonly load: () => Promise<ClientCommand>;
}

const ofPlacement: readonly ListedClientCommand[] = [
  {
    name: 'resource provider list',
    summary: 'List resource providers.',
    load: async () => (await import('./placement/providers.ts')).providerList,
  },
  {
    name: 'resource provider create',
    summary: 'Create a resource provider.',
    load: async () => (await import('./placement/providers.ts')).providerCreate,
  },
  {
    name: 'resource provider show',
    summary: 'Show a resource provider.',
    load: async () => (await import('./placement/providers.ts')).providerShow,
  },
  {
    name: 'resource provider set',
    summary: 'Rename a resource provider, or move it in its tree.',
    load: async () => (await import('./placement/providers.ts')).providerSet,
  },
  {
    name: 'resource provider delete',
    summary: 'Delete resource providers.',
    load: async () => (await import('./placement/providers.ts')).providerDelete,
  },
  {
    name: 'resource provider inventory list',
    summary: 'List what a provider has, and how much of it is used.',
    load: async () => (await import('./placement/inventories.ts')).inventoryList,
  },
  {
    name: 'resource provider inventory show',
    summary: 'Show what a provider has of one class.',
    load: async () => (await import('./placement/inventories.ts')).inventoryShow,
  },
  {
    name: 'resource provider inventory set',
    summary: 'Say what a provider has.',
    load: async () => (await import('./placement/inventories.ts')).inventorySet,
  },
  {
    name: 'resource provider inventory class set',
    summary: 'Say what a provider has of one class.',
    load: async () => (await import('./placement/inventories.ts')).inventoryClassSet,
  },
  {
    name: 'resource provider inventory delete',
    summary: 'Delete inventory of a provider.',
    load: async () => (await import('./placement/inventories.ts')).inventoryDelete,
  },
  {
    name: 'resource provider aggregate list',
    summary: 'List the aggregates of a provider.',
    load: async () => (await import('./placement/aggregates.ts')).providerAggregateList,
  },
  {
    name: 'resource provider aggregate set',
    summary: 'Say which aggregates a provider is in.',
    load: async () => (await import('./placement/aggregates.ts')).providerAggregateSet,
  },
  {
    name: 'resource provider trait list',
    summary: 'List the traits of a provider.',
    load: async () => (await import('./placement/traits.ts')).providerTraitList,
  },
  {
    name: 'resource provider trait set',
    summary: 'Say which traits a provider has.',
    load: async () => (await import('./placement/traits.ts')).providerTraitSet,
  },
  {
    name: 'resource provider trait add',
    summary: 'Give a provider traits.',
    load: async () => (await import('./placement/traits.ts')).providerTraitAdd,
  },
  {
    name: 'resource provider trait remove',
    summary: 'Take traits from a provider.',
    load: async () => (await import('./placement/traits.ts')).providerTraitRemove,
  },
  {
    name: 'resource provider trait delete',
    summary: 'Take all traits from a provider.',
    load: async () => (await import('./placement/traits.ts')).providerTraitDelete,
  },
  {
    name: 'resource provider usage show',
    summary: 'Show how much of a provider is used.',
    load: async () => (await import('./placement/usages.ts')).providerUsageShow,
  },
  {
    name: 'resource provider allocation show',
    summary: 'Show what a consumer holds.',
    load: async () => (await import('./placement/allocations.ts')).allocationShow,
  },
  {
    name: 'resource provider allocation set',
    summary: 'Say what a consumer holds.',
    load: async () => (await import('./placement/allocations.ts')).allocationSet,
  },
  {
    name: 'resource provider allocation unset',
    summary: 'Take back what a consumer holds.',
    load: async () => (await import('./placement/allocations.ts')).allocationUnset,
  },
  {
    name: 'resource provider allocation delete',
    summary: 'Take back all that consumers hold.',
    load: async () => (await import('./placement/allocations.ts')).allocationDelete,
  },
  {
    name: 'resource usage show',
    summary: 'Show what a project holds.',
    load: async () => (await import('./placement/usages.ts')).usageShow,
  },
  {
    name: 'allocation candidate list',
    summary: 'List where something would fit.',
    load: async () => (await import('./placement/allocation-candidates.ts')).candidateList,
  },
  {
    name: 'resource class list',
    summary: 'List resource classes.',
    load: async () => (await import('./placement/resource-classes.ts')).classList,
  },
  {
    name: 'resource class show',
    summary: 'Show a resource class.',
    load: async () => (await import('./placement/resource-classes.ts')).classShow,
  },
  {
    name: 'resource class create',
    summary: 'Create a resource class.',
    load: async () => (await import('./placement/resource-classes.ts')).classCreate,
  },
  {
    name: 'resource class set',
    summary: 'Create a resource class, unless it is there.',
    load: async () => (await import('./placement/resource-classes.ts')).classSet,
  },
  {
    name: 'resource class delete',
    summary: 'Delete resource classes.',
    load: async () => (await import('./placement/resource-classes.ts')).classDelete,
  },
  {
    name: 'trait list',
    summary: 'List traits.',
    load: async () => (await import('./placement/traits.ts')).traitList,
  },
  {
    name: 'trait show',
    summary: 'Show whether there is a trait.',
    load: async () => (await import('./placement/traits.ts')).traitShow,
  },
  {
    name: 'trait create',
    alias: 'trait add',
    summary: 'Create traits.',
    load: async () => (await import('./placement/traits.ts')).traitCreate,
  },
  {
    name: 'trait delete',
    alias: 'trait remove',
    summary: 'Delete traits.',
    load: async () => (await import('./placement/traits.ts')).traitDelete,
  },
];

const ofCompute: readonly ListedClientCommand[] = [
  {
    name: 'server list',
    summary: 'List servers.',
    load: async () => (await import('./compute/server-list.ts')).serverList,
  },
  {
    name: 'server show',
    summary: 'Show a server.',
    load: async () => (await import('./compute/servers.ts')).serverShow,
  },
  {
    name: 'server create',
    summary: 'Create a server.',
    load: async () => (await import('./compute/server-create.ts')).serverCreate,
  },
  {
    name: 'server set',
    summary: 'Change what is said of a server.',
    load: async () => (await import('./compute/servers.ts')).serverSet,
  },
  {
    name: 'server unset',
    summary: 'Take back what is said of a server.',
    load: async () => (await import('./compute/servers.ts')).serverUnset,
  },
  {
    name: 'server delete',
    summary: 'Delete servers.',
    load: async () => (await import('./compute/servers.ts')).serverDelete,
  },
  {
    name: 'server restore',
    summary: 'Bring back servers that are kept after they were deleted.',
    load: async () => (await import('./compute/servers.ts')).serverRestore,
  },
  {
    name: 'server start',
    summary: 'Start servers.',
    load: async () => (await import('./compute/servers.ts')).serverStart,
  },
  {
    name: 'server stop',
    summary: 'Stop servers.',
    load: async () => (await import('./compute/servers.ts')).serverStop,
  },
  {
    name: 'server reboot',
    summary: 'Start a server again.',
    load: async () => (await import('./compute/server-moves.ts')).serverReboot,
  },
  {
    name: 'server pause',
    summary: 'Pause servers.',
    load: async () => (await import('./compute/servers.ts')).serverPause,
  },
  {
    name: 'server unpause',
    summary: 'Let paused servers go on.',
    load: async () => (await import('./compute/servers.ts')).serverUnpause,
  },
  {
    name: 'server suspend',
    summary: 'Suspend servers.',
    load: async () => (await import('./compute/servers.ts')).serverSuspend,
  },
  {
    name: 'server resume',
    summary: 'Let suspended servers go on.',
    load: async () => (await import('./compute/servers.ts')).serverResume,
  },
  {
    name: 'server lock',
    summary: 'Lock servers: only administrators can do something with them.',
    load: async () => (await import('./compute/servers.ts')).serverLock,
  },
  {
    name: 'server unlock',
    summary: 'Unlock servers.',
    load: async () => (await import('./compute/servers.ts')).serverUnlock,
  },
  {
    name: 'server rescue',
    summary: 'Start a server from another image, to mend it.',
    load: async () => (await import('./compute/servers.ts')).serverRescue,
  },
  {
    name: 'server unrescue',
    summary: 'Start a server as before.',
    load: async () => (await import('./compute/servers.ts')).serverUnrescue,
  },
  {
    name: 'server shelve',
    summary: 'Stop servers and keep an image of them.',
    load: async () => (await import('./compute/server-moves.ts')).serverShelve,
  },
  {
    name: 'server unshelve',
    summary: 'Start shelved servers.',
    load: async () => (await import('./compute/server-moves.ts')).serverUnshelve,
  },
  {
    name: 'server dump create',
    summary: 'Have servers write what is in their memory.',
    load: async () => (await import('./compute/servers.ts')).serverDumpCreate,
  },
  {
    name: 'server resize',
    summary: 'Give a server another flavor.',
    load: async () => (await import('./compute/server-moves.ts')).serverResize,
  },
  {
    name: 'server resize confirm',
    summary: 'Keep the new flavor of a server.',
    load: async () => (await import('./compute/server-moves.ts')).serverResizeConfirm,
  },
  {
    name: 'server resize revert',
    summary: 'Go back to the old flavor of a server.',
    load: async () => (await import('./compute/server-moves.ts')).serverResizeRevert,
  },
  {
    name: 'server migrate',
    summary: 'Move a server to another host.',
    load: async () => (await import('./compute/server-moves.ts')).serverMigrate,
  },
  {
    name: 'server evacuate',
    summary: 'Make a server again on another host.',
    load: async () => (await import('./compute/server-moves.ts')).serverEvacuate,
  },
  {
    name: 'server rebuild',
    summary: 'Make a server again.',
    load: async () => (await import('./compute/server-moves.ts')).serverRebuild,
  },
  {
    name: 'server event list',
    summary: 'List what was done with a server.',
    load: async () => (await import('./compute/server-events.ts')).serverEventList,
  },
  {
    name: 'server event show',
    summary: 'Show one thing that was done with a server.',
    load: async () => (await import('./compute/server-events.ts')).serverEventShow,
  },
  {
    name: 'server migration list',
    summary: 'List moves of servers.',
    load: async () => (await import('./compute/server-migrations.ts')).serverMigrationList,
  },
  {
    name: 'server migration show',
    summary: 'Show a move of a server.',
    load: async () => (await import('./compute/server-migrations.ts')).serverMigrationShow,
  },
  {
    name: 'server migration abort',
    summary: 'Give up a live move.',
    load: async () => (await import('./compute/server-migrations.ts')).serverMigrationAbort,
  },
  {
    name: 'server migration force complete',
    summary: 'Have a live move end at once.',
    load: async () => (await import('./compute/server-migrations.ts')).serverMigrationForceComplete,
  },
  {
    name: 'server migration confirm',
    summary: 'Keep a server where it was moved.',
    load: async () => (await import('./compute/server-moves.ts')).serverResizeConfirm,
  },
  {
    name: 'server migration revert',
    summary: 'Move a server back.',
    load: async () => (await import('./compute/server-moves.ts')).serverResizeRevert,
  },
  {
    name: 'server group list',
    summary: 'List server groups.',
    load: async () => (await import('./compute/server-groups.ts')).groupList,
  },
  {
    name: 'server group show',
    summary: 'Show a server group.',
    load: async () => (await import('./compute/server-groups.ts')).groupShow,
  },
  {
    name: 'server group create',
    summary: 'Create a server group.',
    load: async () => (await import('./compute/server-groups.ts')).groupCreate,
  },
  {
    name: 'server group delete',
    summary: 'Delete server groups.',
    load: async () => (await import('./compute/server-groups.ts')).groupDelete,
  },
  {
    name: 'flavor list',
    summary: 'List flavors.',
    load: async () => (await import('./compute/flavors.ts')).flavorList,
  },
  {
    name: 'flavor show',
    summary: 'Show a flavor.',
    load: async () => (await import('./compute/flavors.ts')).flavorShow,
  },
  {
    name: 'flavor create',
    summary: 'Create a flavor.',
    load: async () => (await import('./compute/flavors.ts')).flavorCreate,
  },
  {
    name: 'flavor set',
    summary: 'Change what is said of a flavor.',
    load: async () => (await import('./compute/flavors.ts')).flavorSet,
  },
  {
    name: 'flavor unset',
    summary: 'Take back what is said of a flavor.',
    load: async () => (await import('./compute/flavors.ts')).flavorUnset,
  },
  {
    name: 'flavor delete',
    summary: 'Delete flavors.',
    load: async () => (await import('./compute/flavors.ts')).flavorDelete,
  },
  {
    name: 'keypair list',
    summary: 'List key pairs.',
    load: async () => (await import('./compute/keypairs.ts')).keypairList,
  },
  {
    name: 'keypair show',
    summary: 'Show a key pair.',
    load: async () => (await import('./compute/keypairs.ts')).keypairShow,
  },
  {
    name: 'keypair create',
    summary: 'Create a key pair.',
    load: async () => (await import('./compute/keypairs.ts')).keypairCreate,
  },
  {
    name: 'keypair delete',
    summary: 'Delete key pairs.',
    load: async () => (await import('./compute/keypairs.ts')).keypairDelete,
  },
  {
    name: 'hypervisor list',
    summary: 'List hypervisors.',
    load: async () => (await import('./compute/hypervisors.ts')).hypervisorList,
  },
  {
    name: 'hypervisor show',
    summary: 'Show a hypervisor.',
    load: async () => (await import('./compute/hypervisors.ts')).hypervisorShow,
  },
  {
    name: 'hypervisor stats show',
    summary: 'Show sums over all hypervisors.',
    load: async () => (await import('./compute/hypervisors.ts')).hypervisorStatsShow,
  },
  {
    name: 'compute service list',
    summary: 'List compute services.',
    load: async () => (await import('./compute/compute-services.ts')).computeServiceList,
  },
  {
    name: 'compute service set',
    summary: 'Enable, disable or force down a compute service.',
    load: async () => (await import('./compute/compute-services.ts')).computeServiceSet,
  },
  {
    name: 'compute service delete',
    summary: 'Delete compute services.',
    load: async () => (await import('./compute/compute-services.ts')).computeServiceDelete,
  },
  {
    name: 'aggregate list',
    summary: 'List aggregates of hosts.',
    load: async () => (await import('./compute/aggregates.ts')).aggregateList,
  },
  {
    name: 'aggregate show',
    summary: 'Show an aggregate of hosts.',
    load: async () => (await import('./compute/aggregates.ts')).aggregateShow,
  },
  {
    name: 'aggregate create',
    summary: 'Create an aggregate of hosts.',
    load: async () => (await import('./compute/aggregates.ts')).aggregateCreate,
  },
  {
    name: 'aggregate set',
    summary: 'Change what is said of an aggregate of hosts.',
    load: async () => (await import('./compute/aggregates.ts')).aggregateSet,
  },
  {
    name: 'aggregate unset',
    summary: 'Take back what is said of an aggregate of hosts.',
    load: async () => (await import('./compute/aggregates.ts')).aggregateUnset,
  },
  {
    name: 'aggregate add host',
    summary: 'Put a host into an aggregate.',
    load: async () => (await import('./compute/aggregates.ts')).aggregateAddHost,
  },
  {
    name: 'aggregate remove host',
    summary: 'Take a host out of an aggregate.',
    load: async () => (await import('./compute/aggregates.ts')).aggregateRemoveHost,
  },
  {
    name: 'aggregate cache image',
    summary: 'Have hosts fetch images.',
    load: async () => (await import('./compute/aggregates.ts')).aggregateCacheImage,
  },
  {
    name: 'aggregate delete',
    summary: 'Delete aggregates of hosts.',
    load: async () => (await import('./compute/aggregates.ts')).aggregateDelete,
  },
  {
    name: 'availability zone list',
    summary: 'List availability zones.',
    load: async () => (await import('./compute/availability-zones.ts')).availabilityZoneList,
  },
  {
    name: 'quota list',
    summary: 'List quotas of projects.',
    load: async () => (await import('./compute/quotas.ts')).quotaList,
  },
  {
    name: 'quota show',
    summary: 'Show the quotas of a project.',
    load: async () => (await import('./compute/quotas.ts')).quotaShow,
  },
  {
    name: 'quota set',
    summary: 'Set quotas of a project.',
    load: async () => (await import('./compute/quotas.ts')).quotaSet,
  },
  {
    name: 'limits show',
    summary: 'Show limits, and how much is used.',
    load: async () => (await import('./compute/limits.ts')).limitsShow,
  },
  {
    name: 'usage list',
    summary: 'List what projects have used.',
    load: async () => (await import('./compute/usages.ts')).usageList,
  },
];

/** What openstack has not. */
const ofBerth: readonly ListedClientCommand[] = [
  {
    name: 'tree',
    summary: 'Show providers as trees, with what they have and how much of it is used.',
    load: async () => (await import('./own/tree.ts')).tree,
  },
  {
    name: 'explain candidates',
    summary: 'Say why something fits nowhere, or where, and what would work.',
    load: async () => (await import('./own/explain.ts')).explainCandidates,
  },
  {
    name: 'explain server',
    summary: 'Say why a server is where it is, or nowhere.',
    load: async () => (await import('./own/explain.ts')).explainServer,
  },
  {
    name: 'watch',
    summary: 'Follow what changes in Placement and compute.',
    load: async () => (await import('./own/watch.ts')).watch,
  },
  {
    name: 'diff',
    summary: 'Show what apply would do to make a cloud as a file says.',
    load: async () => (await import('./own/diff.ts')).diff,
  },
  {
    name: 'apply',
    summary: 'Make a cloud as a file says.',
    load: async () => (await import('./own/apply.ts')).apply,
  },
];

/** All of them, by what they are about, in the order of the help. */
export const clientCommands: Readonly<Record<string, readonly ListedClientCommand[]>> = {
  Placement: ofPlacement,
  Compute: ofCompute,
  'What openstack has not': ofBerth,
};
