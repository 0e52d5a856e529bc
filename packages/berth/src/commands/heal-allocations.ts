import type { Command } from './command.ts';
import { settingsOfClouds } from './settings-of-clouds.ts';

export const healAllocations: Command = {
  description: `Gives servers of a Nova that hold nothing in Placement what their flavor asks for on their host, and those whose allocations are told as
another project's or user's their own. It looks twice, as berth audit does, which finds more, and tells it first; servers with
something under way are left for another time. Where one server fails, the others go on. See docs/audit.md.

The credentials are those of clouds.yaml (--os-cloud) or of OS_* variables, such as OS_TOKEN or OS_PASSWORD; they are to be an
administrator's.

Exit status, as of nova-manage placement heal_allocations: 0 when allocations were written, 1 when --max-count was reached and there
are more, 2 when Nova lists no node for a server, 3 when a write was refused, or one of the two cannot be asked, 4 when there was
nothing to do, or it was a dry run, 8 when nobody can tell which provider a server uses (one of several devices), 127 when an option
is wrong. Of several reasons the first of 2, 3, 8 is told.

  --dry-run
      Only tell what would be written. Nothing is changed.
  --max-count N
      Write for so many servers at most.
  --instance UUID
      Look at this server only.
  --force
      With --instance: give it what its flavor asks for also where it holds something else.
  --skip-port-allocations
      Is taken since scripts have it: what servers hold for their ports is never touched.
  --compute-url URL
      Where Nova is; without it, where the catalog of Keystone says.
  --json
      Print one JSON object instead of sentences.
  --concurrency N
      How many hosts, or servers, are looked at at one time (8).
  --settle TIME
      How long after the first look at a server the second one is (5s).`,
  settings: settingsOfClouds,
  exitCodes: { wrongUsage: 127, failed: 3 },
  run: async (context) => (await import('../audit/run-heal-allocations.ts')).runHealAllocations(context),
};
