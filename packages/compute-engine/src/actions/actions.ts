import { assert } from '@berth/engine/assert.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { Collection } from '../collection.ts';
import type { ActionId } from '../ids.ts';
import { SharedValues } from '../shared-values.ts';
import { idInRowKey, type StoredThing } from '../stored-thing.ts';
import { type Action, serverIdIn } from './action.ts';
import { UnreadActions } from './unread-actions.ts';

/**
 * All actions, by their servers. A fleet has millions of them, and hardly any is ever looked at: those that come from a ledger are kept as
 * texts until somebody asks for one of their server.
 */
export class Actions extends Collection<ActionId, Action> {
  /** Newest last: an action comes at the end, and mostly it is one of the last that goes on. */
  readonly #byServer = new Map<ConsumerId, Action[]>();
  readonly #unread = new UnreadActions();
  readonly #shared = new SharedValues();
  #size = 0;

  override get size(): number {
    return this.#size;
  }

  override get(id: ActionId): Action | undefined {
    return this.#of(serverIdIn(id)).findLast((action) => action.id === id);
  }

  override has(id: ActionId): boolean {
    return this.get(id) !== undefined;
  }

  /** Those that nobody has asked for stay texts. */
  override *values(): Generator<Action, undefined, undefined> {
    for (const actions of this.#byServer.values()) yield* actions;
    yield* this.#unread.values();
  }

  /** Newest first. */
  *ofServer(serverId: ConsumerId): Generator<Action, void, void> {
    const actions = this.#of(serverId);
    for (let index = actions.length - 1; index >= 0; index--) yield actions[index] as Action; // It is between the ends.
  }

  countOf(serverId: ConsumerId): number {
    return this.#of(serverId).length;
  }

  oldestOf(serverId: ConsumerId): Action | undefined {
    return this.#of(serverId)[0];
  }

  override put(given: Action): Action | undefined {
    const action = this.#withShared(given);
    const serverId = serverIdIn(action.id);
    const actions = this.#of(serverId);
    const before = takeOut(actions, action.id);
    if (before === undefined) this.#size++;
    actions.splice(indexBehind(actions, action), 0, action);
    if (actions.length === 1) this.#byServer.set(serverId, actions);
    return before;
  }

  override putStored(stored: StoredThing): boolean {
    const id = idInRowKey<ActionId>(stored.rowKey);
    const serverId = serverIdIn(id);
    if (this.#byServer.has(serverId) || !beginsWith(stored.text, id)) return false;
    this.#unread.put(serverId, stored);
    this.#size++;
    return true;
  }

  override remove(id: ActionId): Action {
    const serverId = serverIdIn(id);
    const actions = this.#of(serverId);
    const action = takeOut(actions, id);
    assert(action, 'what is removed was there');
    this.#size--;
    if (actions.length === 0) this.#byServer.delete(serverId);
    return action;
  }

  #of(serverId: ConsumerId): Action[] {
    const actions = this.#byServer.get(serverId);
    if (actions) return actions;
    const read = this.#unread.take(serverId).map((action) => this.#withShared(action));
    if (read.length > 0) this.#byServer.set(serverId, read.sort(byStart));
    return read;
  }

  #withShared(action: Action): Action {
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
}

/** What does not begin with the id that its row is kept by, as all do that this program writes, is to be read. */
function beginsWith(text: string, id: ActionId): boolean {
  return text.startsWith(beginning) && text.startsWith(id, beginning.length) && text.endsWith('}');
}

const beginning = '{"id":"';

function takeOut(actions: Action[], id: ActionId): Action | undefined {
  const index = actions.findLastIndex((action) => action.id === id);
  return index < 0 ? undefined : actions.splice(index, 1)[0];
}

/** Where it belongs: behind all that are older. */
function indexBehind(actions: readonly Action[], action: Action): number {
  return 1 + actions.findLastIndex((each) => byStart(each, action) < 0);
}

/** Those of one moment by their numbers. */
function byStart(one: Action, other: Action): number {
  return one.startedAt - other.startedAt || one.number - other.number;
}
