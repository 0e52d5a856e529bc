import type { Command } from './command.ts';
import { settingsOfClouds } from './settings-of-clouds.ts';

export const audit: Command = {
  description: `Compares what servers hold in a Placement, Berth's or another, with what a Nova knows of its servers, over their APIs, and tells what
does not agree: allocations of consumers that are neither a server nor a migration in progress (orphaned), servers that hold
something of hosts on which they are not (doubled), that hold nothing (missing), or not what their flavor asks for, and providers
that look like a compute host of which Nova knows no node. What looks wrong is looked at again after a while, so that servers that
are just being made, moved or deleted are not among it. Nothing is written without --fix. See docs/audit.md.

The credentials are those of clouds.yaml (--os-cloud) or of OS_* variables, such as OS_TOKEN or OS_PASSWORD; they are to be an
administrator's.

Exit status, as of nova-manage placement audit: 0 when nothing is wrong, 1 when it failed or something could not be repaired, 3 when
something was found, 4 when all that was found was repaired, 127 when an option is wrong.

  --compute-url URL
      Where Nova is; without it, where the catalog of Keystone says.
  --fix
      Repair what was found, after it was shown and somebody has said yes. Each consumer is looked at again right before, and what has
      changed since is left alone. Providers are only told, never deleted.
  --yes
      With --fix: do not ask.
  --owners
      Look also whether the allocations of each server are told as its project's and user's. It takes a request for each server.
  --json
      Print one JSON object instead of sentences.
  --concurrency N
      How many hosts, or consumers, are looked at at one time (8).
  --settle TIME
      How long after the first look at a suspect the second one is (5s).`,
  settings: settingsOfClouds,
  exitCodes: { wrongUsage: 127, failed: 1 },
  // Loaded when it is needed, with all that asks services.
  run: async (context) => (await import('../audit/run-audit.ts')).runAudit(context),
};
