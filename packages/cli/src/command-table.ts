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

/** All of them, by what they are about, in the order of the help. */
export const clientCommands: Readonly<Record<string, readonly ListedClientCommand[]>> = {
  Placement: ofPlacement,
};
