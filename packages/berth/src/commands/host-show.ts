import { type SettingKey, settingsOfSection } from '../config/settings.ts';
import type { Command } from './command.ts';

const ofRunning: readonly SettingKey[] = ['agentIntervalMs', 'agentRefreshMs', 'healthHost', 'healthPort'];

export const hostShow: Command = {
  description: `Shows the providers of this host as its driver sees them, with the provider configuration, as a tree; and how much of
each is in use, where Placement can be asked. Nothing is written, neither to Placement nor on this machine.

  --diff
      Show in what Placement has something else: what berth host run would write, and who would hold what elsewhere, where
      inventory has to move. Berth is asked whether it would do that; the original Placement cannot be.
  --json
      Print one JSON object instead.`,
  settings: [
    ...settingsOfSection('host'),
    ...settingsOfSection('agent').filter((key) => !ofRunning.includes(key)),
  ],
  run: async (context) => (await import('../host/show/show-host.ts')).showHost(context),
};
