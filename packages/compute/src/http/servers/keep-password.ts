import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import type { App } from '../app.ts';

/** Keeps a password for the hosts that are to set it: those of the orders that a command has just led to. */
export function keepPassword(
  { line: { secrets } }: Pick<App, 'line'>,
  changes: readonly (ComputeChange | PlacementChange)[],
  password: string,
): void {
  for (const change of changes) {
    if (change.kind !== 'order-set') continue;
    const { actionId, serverId } = change.thing;
    if (actionId !== null) secrets.keep({ id: actionId, serverId }, password);
  }
}
