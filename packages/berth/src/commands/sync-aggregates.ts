import type { Command } from './command.ts';
import { settingsOfClouds } from './settings-of-clouds.ts';

export const syncAggregates: Command = {
  description: `Puts the providers of compute hosts into the aggregates in Placement that their hosts are in at a Nova, where they are not. It only adds:
other services may have put providers into aggregates, too. Where one host fails, the others go on. See docs/audit.md.

The credentials are those of clouds.yaml (--os-cloud) or of OS_* variables, such as OS_TOKEN or OS_PASSWORD; they are to be an
administrator's.

Exit status, as of nova-manage placement sync_aggregates: 0 when all is well, 1 when a host has several nodes, 2 when Nova or Placement
cannot be asked, 3 when a provider could not be changed, 4 when Nova does not know a host, 5 when it knows no node of it, 6 when
Placement has no provider for it, 127 when an option is wrong. Of several reasons the first of 1, 3, 6, 5, 4 is told.

  --dry-run
      Only tell what would be added. Nothing is changed.
  --compute-url URL
      Where Nova is; without it, where the catalog of Keystone says.
  --json
      Print one JSON object instead of sentences.
  --concurrency N
      How many hosts are looked after at one time (8).`,
  settings: settingsOfClouds,
  exitCodes: { wrongUsage: 127, failed: 2 },
  run: async (context) => (await import('../audit/run-sync-aggregates.ts')).runSyncAggregates(context),
};
