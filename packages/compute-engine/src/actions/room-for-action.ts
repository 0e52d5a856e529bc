import type { ConsumerId } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { removalOf } from '../removal-of.ts';

/** How many actions of a server are kept: some of them cost whoever asks for them nothing, and can be asked for all day. */
export const keptActionsMax = 1_000;

/** Makes room for one more: of a server that has as many as are kept, the oldest goes. */
export function roomForAction(
  { actions }: Pick<Compute, 'actions'>,
  serverId: ConsumerId,
): readonly ComputeChange[] {
  const oldest = actions.countOf(serverId) >= keptActionsMax ? actions.oldestOf(serverId) : undefined;
  return oldest ? [removalOf('action', oldest)] : [];
}
