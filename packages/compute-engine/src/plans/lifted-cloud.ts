import type { GroupId } from '../ids.ts';
import type { GroupView } from '../scheduler/scheduler-view.ts';
import type { Server } from '../servers/server.ts';
import { PlannedCloud } from './planned-cloud.ts';

/**
 * A cloud without the servers that can be moved, as if they were all in the air. Whoever finds no place in it finds none however the others are
 * moved about; so no rule may be stricter here than it is with them.
 */
export class LiftedCloud extends PlannedCloud {
  readonly #liftedInGroup = new Map<GroupId, number>();

  lift(server: Server): void {
    this.put(server, { place: null, allocations: [] });
    const { groupId } = server;
    if (groupId !== null) this.#liftedInGroup.set(groupId, (this.#liftedInGroup.get(groupId) ?? 0) + 1);
  }

  /** Members that have to be together can be so anywhere, unless all others stay where they are. */
  override group(id: GroupId): GroupView | undefined {
    const group = super.group(id);
    return group?.policy === 'affinity' && (this.#liftedInGroup.get(id) ?? 0) > 1 ? undefined : group;
  }
}
