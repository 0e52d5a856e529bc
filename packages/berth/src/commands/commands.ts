import type { Command } from './command.ts';

/** A command as it is called and listed. The command itself is loaded when it is called, with all that it needs. */
export interface ListedCommand {
  /** The words that call it: 'traits sync'. */
  readonly name: string;
  /** Another spelling of it, which people may have from elsewhere. */
  readonly alias?: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** All of them, in the order of the help. */
export const commands: readonly ListedCommand[] = [
  {
    name: 'up',
    summary: 'Run a whole cloud in this process, to try it or develop against it.',
    load: async () => (await import('./up.ts')).up,
  },
  {
    name: 'serve',
    summary: 'Serve the Placement API, and compute.',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'status',
    summary: 'Check the ledger, or ask the service that has it open.',
    load: async () => (await import('./status.ts')).status,
  },
  {
    name: 'traits sync',
    summary: 'Put the standard traits and resource classes into the ledger.',
    load: async () => (await import('./traits-sync.ts')).traitsSync,
  },
  {
    name: 'policy',
    summary: 'Show who may do what: the rules in force.',
    load: async () => (await import('./policy.ts')).policy,
  },
  {
    name: 'export',
    summary: 'Write the ledger to a portable file.',
    load: async () => (await import('./export.ts')).exportLedger,
  },
  {
    name: 'import',
    summary: 'Bring an export, or all of a running Placement and Nova, into an empty ledger.',
    load: async () => (await import('./import.ts')).importLedger,
  },
  {
    name: 'backup',
    summary: 'Copy the ledger to a file, also while it is being served.',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'restore',
    summary: 'Put a backup into the place of the ledger.',
    load: async () => (await import('./restore.ts')).restore,
  },
  {
    name: 'placement migrate-compute-inventory',
    alias: 'placement migrate_compute_inventory',
    summary: 'Move inventory and allocations of hosts to what their driver says, while no service runs.',
    load: async () => (await import('./migrate-compute-inventory.ts')).migrateComputeInventory,
  },
  {
    name: 'audit',
    alias: 'placement audit',
    summary: 'Find, and repair, allocations in Placement that do not agree with the servers of a Nova.',
    load: async () => (await import('./audit.ts')).audit,
  },
  {
    name: 'heal-allocations',
    alias: 'placement heal_allocations',
    summary: 'Give servers of a Nova that hold nothing in Placement what their flavor asks for.',
    load: async () => (await import('./heal-allocations.ts')).healAllocations,
  },
  {
    name: 'sync-aggregates',
    alias: 'placement sync_aggregates',
    summary: 'Put providers into the aggregates that their hosts are in at a Nova.',
    load: async () => (await import('./sync-aggregates.ts')).syncAggregates,
  },
  {
    name: 'plan',
    summary: 'Plan how hosts are emptied or servers spread, and have it done.',
    load: async () => (await import('./plan.ts')).plan,
  },
  {
    name: 'config check',
    summary: 'Check the settings, and show what is in force and where it comes from.',
    load: async () => (await import('./config-check.ts')).configCheck,
  },
  {
    name: 'config from-oslo',
    summary: 'Make settings of a placement.conf or nova.conf.',
    load: async () => (await import('./config-from-oslo.ts')).configFromOslo,
  },
  {
    name: 'host run',
    summary: 'Run on a host, and tell Placement what the host has.',
    load: async () => (await import('./host-run.ts')).hostRun,
  },
  {
    name: 'host show',
    summary: 'Show what a host would tell Placement, and what Placement has.',
    load: async () => (await import('./host-show.ts')).hostShow,
  },
  {
    name: 'complete',
    summary: 'Print a script that completes commands in bash, zsh or fish.',
    load: async () => (await import('./complete.ts')).complete,
  },
];
