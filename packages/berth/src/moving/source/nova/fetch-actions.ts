import { type JsonObject, objectAt, textAt } from '@berth/api-kit/json/json-reading.ts';
import { type Action, type ActionEvent, actionId } from '@berth/compute-engine/actions/action.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import type { ReadThing, WorkFile } from '../work-file.ts';
import type { Loss } from './loss.ts';
import { type NovaClient, thingsAt } from './nova-client.ts';
import { novaThingIn, readThing, textIfToldAt, timeAt, timeOrNullAt } from './nova-thing.ts';

/**
 * What was done with a server, into the work file. An action that is there already, and has not gone on since, is not asked for again: its
 * time moves with each of its events.
 */
export async function readActions(client: NovaClient, work: WorkFile, serverId: string): Promise<void> {
  const path = `/servers/${encodeURIComponent(serverId)}/os-instance-actions`;
  for (let marker: string | null = null; ; ) {
    const asked = { path, key: 'instanceActions', linksKey: 'links', marker, version: client.version };
    const page = await client.pageIfThere(asked);
    if (page === null) return; // The server is gone, which the next round will find.
    const { things, hasMore } = page;
    for (const listed of things) await readAction(client, work, serverId as ConsumerId, listed);
    const last = things.at(-1);
    if (!hasMore || last === undefined) return;
    marker = textAt(last, 'request_id');
  }
}

async function readAction(
  client: NovaClient,
  work: WorkFile,
  serverId: ConsumerId,
  listed: JsonObject,
): Promise<void> {
  const requestId = textIfToldAt(listed, 'request_id');
  if (requestId === null) {
    // Kept as something that is lost: it is no action that could be shown.
    const losses: Loss[] = [
      { kind: 'unnamed-action', what: `server ${serverId}: ${textAt(listed, 'action')}` },
    ];
    const line = JSON.stringify({ losses });
    const id = `${serverId} ${textAt(listed, 'start_time')}`;
    work.putThings([{ kind: 'unnamed-action', id, rowKey: id, number: 0, rank: 0, line }]);
    return;
  }
  const id = actionId(serverId, requestId);
  const known = work.lineOf('action', id);
  if (known !== null && novaThingIn('action', known).thing.updatedAt === updatedAtIn(listed)) {
    work.seeAgain('action', id);
    return;
  }
  const path = `/servers/${encodeURIComponent(serverId)}/os-instance-actions/${encodeURIComponent(requestId)}`;
  const answer = await client.find(path);
  if (answer !== null) work.putThings([actionOf(objectAt(answer, 'instanceAction'), serverId, requestId)]);
}

function actionOf(said: JsonObject, serverId: ConsumerId, requestId: string): ReadThing {
  const id = actionId(serverId, requestId);
  const message = textIfToldAt(said, 'message');
  const isOdd = message !== null && message !== 'Error';
  const losses: Loss[] = isOdd
    ? [{ kind: 'action-message', what: `action ${id}: ${message.slice(0, 200)}` }]
    : [];
  const action: Action = {
    id,
    number: 0,
    serverId,
    requestId,
    name: textAt(said, 'action'),
    userId: textIfToldAt(said, 'user_id') ?? '',
    projectId: textIfToldAt(said, 'project_id') ?? '',
    startedAt: timeAt(said, 'start_time'),
    updatedAt: updatedAtIn(said),
    message: message === null ? null : 'Error',
    // The newest comes first.
    events: thingsAt(said, 'events').toReversed().map(eventOf),
  };
  return readThing('action', action, { losses });
}

/** Those of long ago have none. */
function updatedAtIn(said: JsonObject): number {
  return timeOrNullAt(said, 'updated_at') ?? timeAt(said, 'start_time');
}

function eventOf(said: JsonObject): ActionEvent {
  return {
    name: textAt(said, 'event'),
    host: textIfToldAt(said, 'host') ?? '',
    startedAt: timeAt(said, 'start_time'),
    finishedAt: timeOrNullAt(said, 'finish_time'),
    result: textIfToldAt(said, 'result') as ActionEvent['result'], // Whether it is one is a rule.
    details: textIfToldAt(said, 'details'),
    traceback: textIfToldAt(said, 'traceback'),
  };
}
