import { settingsOfSection } from '../config/settings.ts';
import type { Command } from './command.ts';

export const hostRun: Command = {
  description: `Tells Placement what this host has, as its driver sees it: when it starts, and then again every minute, until it is told to end
by SIGTERM or SIGINT. Nothing is written where nothing has changed. When it starts, and only then, inventory may move to other
providers together with what consumers hold of it. A Placement that is away is waited for; what would fail again at the start ends
it with status 1, and it says what to do. It is for one process on each host: another one with the same state directory ends, too.

The credentials for Placement are those of clouds.yaml (--os-cloud) or of OS_* variables, such as OS_TOKEN or OS_PASSWORD.

SIGHUP makes it read its settings and the provider configuration again, and look at the host at once; see docs/hosts.md.`,
  settings: [
    'shutdownGraceMs',
    'logLevel',
    'logFormat',
    'logFile',
    ...settingsOfSection('host'),
    ...settingsOfSection('agent'),
  ],
  // Loaded when it is needed: no other command has anything to do with hosts.
  run: async (context) => (await import('../host/run-host.ts')).runHost(context),
};
