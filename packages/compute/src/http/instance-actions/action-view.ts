import type { Action, ActionEvent } from '@berth/compute-engine/actions/action.ts';
import type { ComputeContext } from '../endpoint.ts';
import { hostIdOf } from '../servers/host-id.ts';
import { shownTime } from '../shown-time.ts';
import { versions } from '../versions.ts';

/** What a caller sees of the events of an action. */
export interface EventViewer {
  /** All of what they say, with where it was. */
  readonly seesAll: boolean;
  readonly seesDetails: boolean;
}

/** An action as it stands in a list. */
export function listedAction(
  { version }: Pick<ComputeContext, 'version'>,
  action: Action,
): Record<string, unknown> {
  return listView.at(version)(action);
}

/** The same by itself, with its events, the newest first, where they are shown. */
export function shownAction(
  { version }: Pick<ComputeContext, 'version'>,
  viewer: EventViewer,
  action: Action,
): Record<string, unknown> {
  const showEvent = eventView.at(version);
  const events = action.events.map((event) => showEvent({ event, action, viewer })).reverse();
  return { ...listView.at(version)(action), ...(showsEvents.at(version)?.(viewer) ? { events } : {}) };
}

const listView = versions.view<Action>({
  action: { get: ({ name }) => name },
  instance_uuid: { get: ({ serverId }) => serverId },
  request_id: { get: ({ requestId }) => requestId },
  user_id: { get: ({ userId }) => userId },
  // Empty: who has asked is in none.
  project_id: { get: ({ projectId }) => (projectId === '' ? null : projectId) },
  start_time: { get: ({ startedAt }) => shownTime(startedAt) },
  message: { get: ({ message }) => message },
  updated_at: { since: '2.58', get: ({ updatedAt }) => shownTime(updatedAt) },
});

/** From 2.51 on to everybody. */
const showsEvents = versions.ladder<(viewer: EventViewer) => boolean>(
  ['2.1', ({ seesAll }) => seesAll],
  ['2.51', () => true],
);

interface ShownEvent {
  readonly event: ActionEvent;
  readonly action: Action;
  readonly viewer: EventViewer;
}

const eventView = versions.view<ShownEvent>({
  event: { get: ({ event }) => event.name },
  start_time: { get: ({ event }) => shownTime(event.startedAt) },
  finish_time: { get: ({ event: { finishedAt } }) => (finishedAt === null ? null : shownTime(finishedAt)) },
  result: { get: ({ event }) => event.result },
  traceback: { get: ({ event, viewer }) => (viewer.seesAll ? event.traceback : undefined) },
  host: { since: '2.62', get: ({ event, viewer }) => (viewer.seesAll ? event.host : undefined) },
  // By the project of whoever has asked for it.
  hostId: { since: '2.62', get: ({ event, action }) => hostIdOf(action.projectId, event.host) },
  details: { since: '2.84', get: ({ event, viewer }) => (viewer.seesDetails ? event.details : undefined) },
});
