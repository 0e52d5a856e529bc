import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { ActionId } from '../ids.ts';

/** What somebody has asked to be done with a server: kept with all that came of it. */
export interface Action {
  /** Of the server and the request together: see `actionId`. */
  readonly id: ActionId;
  readonly number: number;
  readonly serverId: ConsumerId;
  readonly requestId: string;
  /** In the original's words: 'create', 'live-migration'. */
  readonly name: string;
  /** Who has asked. */
  readonly userId: string;
  readonly projectId: string;
  readonly startedAt: Instant;
  readonly updatedAt: Instant;
  readonly message: 'Error' | null;
  /** In the order in which they began. */
  readonly events: readonly ActionEvent[];
}

/** A step of it, on one host. */
export interface ActionEvent {
  readonly name: string;
  readonly host: string;
  readonly startedAt: Instant;
  readonly finishedAt: Instant | null;
  readonly result: 'Success' | 'Error' | null;
  /** What went wrong, in a line and in full. */
  readonly details: string | null;
  readonly traceback: string | null;
}

export function actionId(serverId: ConsumerId, requestId: string): ActionId {
  return `${serverId} ${requestId}` as ActionId;
}

/** Ids of servers have no spaces. */
export function serverIdIn(id: ActionId): ConsumerId {
  return id.slice(0, id.indexOf(' ')) as ConsumerId;
}
