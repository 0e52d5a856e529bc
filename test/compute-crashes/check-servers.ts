import type { ComputeClient } from './compute-client.ts';
import type { Noted, NotedServer } from './noted.ts';
import { same } from './same.ts';
import { seenActions, seenSteps, type SeenServer } from './seen.ts';
import { Wrong } from './wrong.ts';

/**
 * What was acknowledged is there: each server with what was written of it, each action among those of its server and at its end, and what
 * a server is follows from what was done with it. What was deleted is gone, or its host could not do it, and then it says so.
 */
export async function checkServers(
  admin: ComputeClient,
  noted: Noted,
  live: ReadonlyMap<string, SeenServer>,
): Promise<void> {
  for (const server of live.values()) {
    if (!noted.servers.has(server.id)) throw new Wrong(`nobody has asked for ${JSON.stringify(server)}`);
  }
  for (const server of noted.servers.values()) {
    const seen = live.get(server.id);
    await followActions(admin, noted, server, seen);
    if (seen === undefined) noted.servers.delete(server.id);
    else checkFields(server, seen);
  }
}

function checkFields(server: NotedServer, seen: SeenServer): void {
  same(`what was acknowledged of ${server.id}`, writtenOf(server), writtenOf(seen));
  if (!server.statuses.has(seen.status)) {
    throw new Wrong(`${server.id} is ${seen.status}, and was to be ${[...server.statuses].join(' or ')}`);
  }
}

/** What nobody but its client writes. */
function writtenOf(server: NotedServer | SeenServer): object {
  const { metadata, tags, isLocked, description } = server;
  const entries = metadata instanceof Map ? Object.fromEntries(metadata) : metadata;
  return { metadata: entries, tags: [...tags].sort(), isLocked, description };
}

/** What a server is after something went well. */
const after: Readonly<Record<string, string>> = {
  compute_stop_instance: 'SHUTOFF',
  compute_start_instance: 'ACTIVE',
  compute_reboot_instance: 'ACTIVE',
  compute_pause_instance: 'PAUSED',
  compute_unpause_instance: 'ACTIVE',
  compute_suspend_instance: 'SUSPENDED',
  compute_resume_instance: 'ACTIVE',
  compute_rescue_instance: 'RESCUE',
  compute_unrescue_instance: 'ACTIVE',
  compute_soft_delete_instance: 'SOFT_DELETED',
  compute_restore_instance: 'ACTIVE',
  compute_shelve_instance: 'SHELVED_OFFLOADED',
  compute_unshelve_instance: 'ACTIVE',
  compute_finish_resize: 'VERIFY_RESIZE',
  // What was stopped is stopped then, which is a step behind it.
  compute_finish_revert_resize: 'ACTIVE',
};

/** What a server is besides, where only a part of it was done. */
const between: Readonly<Record<string, readonly string[]>> = {
  compute_shelve_instance: ['SHUTOFF', 'SHELVED'],
};

async function followActions(
  admin: ComputeClient,
  noted: Noted,
  server: NotedServer,
  seen: SeenServer | undefined,
): Promise<void> {
  if (
    seen !== undefined &&
    server.acknowledged.size === 0 &&
    server.statuses.has(seen.status) &&
    server.deletion === 'no'
  )
    return;
  const actions = await seenActions(admin, server.id);
  const statuses = { now: server.statuses };
  let lastDeletion: 'failed' | 'not begun' | null = null;
  const found = new Set<string>();
  const failed: string[] = [];
  for (const { requestId, name } of actions) {
    if (server.found.has(requestId)) continue;
    found.add(requestId);
    const steps = await seenSteps(admin, server.id, requestId);
    const [step] = steps;
    if (name === 'create') statuses.now = new Set(['ACTIVE', 'ERROR']);
    else if (step === undefined) {
      if (name === 'delete') lastDeletion = 'not begun';
      // Whoever deletes what waits to be confirmed confirms it, of which no step is told; and it is there if the deletion fails.
      if (name === 'confirmResize') statuses.now = new Set([...statuses.now, 'ACTIVE', 'SHUTOFF']);
      continue;
    }
    if (seen !== undefined && steps.some(({ finish_time: end }) => end === null)) {
      throw new Wrong(`${server.id}: ${name} has not come to its end: ${JSON.stringify(steps)}`);
    }
    failed.push(...steps.filter(({ result }) => result === 'Error').map(({ event }) => event));
    if (name === 'create' || step === undefined) continue;
    if (name === 'delete' && step.result === 'Error') lastDeletion = 'failed';
    // It is as it was, or is made anew, or could not be; what it was when its host went down nobody knows.
    if (name === 'evacuate') statuses.now = new Set([...statuses.now, 'ACTIVE', 'SHUTOFF', 'ERROR']);
    else statuses.now = statusesAfter(statuses.now, step);
  }
  for (const [requestId, name] of server.acknowledged) {
    if (!found.has(requestId) && !server.found.has(requestId)) {
      throw new Wrong(`${server.id}: ${name} was acknowledged (${requestId}), and is not among its actions`);
    }
  }
  if (seen === undefined) {
    // One that could not be restored is still deleted, and is not kept for ever.
    if (server.deletion === 'no' && !statuses.now.has('SOFT_DELETED'))
      throw new Wrong(`${server.id} is gone, and nobody has deleted it: ${JSON.stringify(actions)}`);
    return;
  }
  if (
    server.deletion === 'for good' ||
    (server.deletion === 'restorable' && seen.status !== 'SOFT_DELETED')
  ) {
    if (lastDeletion !== 'failed')
      throw new Wrong(`${server.id} was deleted, and is ${seen.status}: ${JSON.stringify(actions)}`);
  }
  // From here on nothing is asked twice: it is good.
  for (const requestId of found) server.found.add(requestId);
  for (const step of failed) noted.countFailure(step);
  server.acknowledged.clear();
  server.statuses = statuses.now;
  server.deletion = seen.status === 'SOFT_DELETED' ? 'restorable' : 'no';
}

function statusesAfter(
  before: ReadonlySet<string>,
  { event, result }: { readonly event: string; readonly result: string | null },
): ReadonlySet<string> {
  const status = after[event];
  // There is no room for it just now: it stays where it is.
  if (event === 'schedule_instances') return before;
  if (event === 'get_image_info') throw new Wrong('the image of a shelved server is gone');
  // It may have been done before, by an agent that was killed then.
  if (result === 'Error') {
    return new Set([
      ...before,
      'ERROR',
      ...(status === undefined ? [] : [status]),
      ...(between[event] ?? []),
    ]);
  }
  // What its source has to make of it then is no step of its own.
  if (event === 'compute_rollback_live_migration_at_destination') return new Set([...before, 'ERROR']);
  if (event === 'compute_confirm_resize') return new Set(['ACTIVE', 'SHUTOFF']);
  if (event === 'compute_rebuild_instance') {
    return new Set([...before].map((each) => (each === 'SHUTOFF' ? each : 'ACTIVE')));
  }
  return status === undefined ? before : new Set([status]);
}
