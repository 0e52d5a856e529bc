import type { ConsumerId } from '@berth/engine/ids.ts';
import { Collection } from '../collection.ts';
import type { ActionId } from '../ids.ts';
import { SharedValues } from '../shared-values.ts';
import type { Action } from './action.ts';

/** All actions, also by their servers. */
export class Actions extends Collection<ActionId, Action> {
  /** Newest last: an action comes at the end, and mostly it is one of the last that goes on. */
  readonly #byServer = new Map<ConsumerId, Action[]>();
  readonly #shared = new SharedValues();

  /** Newest first. */
  *ofServer(serverId: ConsumerId): Generator<Action, void, void> {
    const actions = this.#byServer.get(serverId) ?? [];
    for (let index = actions.length - 1; index >= 0; index--) yield actions[index] as Action; // It is between the ends.
  }

  countOf(serverId: ConsumerId): number {
    return this.#byServer.get(serverId)?.length ?? 0;
  }

  oldestOf(serverId: ConsumerId): Action | undefined {
    return this.#byServer.get(serverId)?.[0];
  }

  protected override kept(action: Action): Action {
    return {
      ...action,
      name: this.#shared.text(action.name),
      userId: this.#shared.text(action.userId),
      projectId: this.#shared.text(action.projectId),
      events: action.events.map((event) => ({
        ...event,
        name: this.#shared.text(event.name),
        host: this.#shared.text(event.host),
      })),
    };
  }

  protected override onPut(action: Action): void {
    const actions = this.#byServer.getOrInsertComputed(action.serverId, () => []);
    actions.splice(indexBehind(actions, action), 0, action);
  }

  protected override onGone(action: Action): void {
    const actions = this.#byServer.get(action.serverId) ?? [];
    actions.splice(actions.lastIndexOf(action), 1);
    if (actions.length === 0) this.#byServer.delete(action.serverId);
  }
}

/** Where it belongs: behind all that are older. */
function indexBehind(actions: readonly Action[], { startedAt, number }: Action): number {
  return (
    1 +
    actions.findLastIndex(
      (each) => each.startedAt < startedAt || (each.startedAt === startedAt && each.number < number),
    )
  );
}
