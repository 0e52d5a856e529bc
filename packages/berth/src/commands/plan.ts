import type { SettingKey } from '../config/settings.ts';
import type { Command } from './command.ts';

const settings: readonly SettingKey[] = ['placementUrl', 'osCloud', 'osCacertFile', 'placementTimeoutMs'];

export const plan: Command = {
  takes: 'drain HOST… | spread | list | show ID | start ID | pause ID | resume ID | delete ID',
  description: `Plans moves of servers: drain empties hosts before maintenance, spread evens out how full hosts are. A plan is made by the
service and kept there; nothing is moved before it is started. See docs/plans.md.

drain and spread take:
  --kinds live,cold
      How servers may be moved; live if they run, and cold if not, unless told.
  --leave-alone ID,…
      Servers that stay where they are.
  --max-moves N
      How many moves the plan may have.
  --at-once N
      How many moves are under way at one time (4).
  --on-failure stop|skip
      What becomes of the plan when a move fails: it stops, unless told.
  --tolerance N
      Of spread: how much fuller than the mean hosts may stay, in parts of 1 (0.05).
  --start
      Start it at once.

All of them take:
  --progress
      With start, resume and --start: tell how far it has come, until it is done or stops. To interrupt this stops nothing.
  --json
      Print JSON instead.

Status 0: done. 1: it failed; with --progress also if a move failed or the plan stopped; of drain also if a server has to stay.
2: it was called wrongly.`,
  settings,
  run: async (context) => (await import('../plans/plan-command.ts')).planCommand(context),
};
