import type { CreatedTogether, Noted, Unanswered } from './noted.ts';
import type { SeenServer } from './seen.ts';
import { Wrong } from './wrong.ts';

/**
 * Of a request that was not answered, all that it asked for has come about, or nothing. Which of both is seen, and counts from then on. What
 * was done with a server is seen in the list of its actions (`check-servers.ts`).
 */
export function adopt(noted: Noted, unanswered: Unanswered, live: ReadonlyMap<string, SeenServer>): void {
  if (unanswered.kind === 'create') {
    if (addMade(noted, unanswered, live, 0) > 0) noted.carriedOut += 1;
    return;
  }
  const { server } = unanswered;
  const seen = live.get(server.id);
  if (unanswered.kind === 'action') {
    server.isLocked = seen?.isLocked ?? server.isLocked;
    // Whoever deletes one for a while deletes it for good where it never ran.
    if (seen === undefined && server.deletion === 'no') server.deletion = unanswered.deletes ?? 'no';
    else if (seen !== undefined) server.deletion = seen.status === 'SOFT_DELETED' ? 'restorable' : 'no';
    return;
  }
  if (seen === undefined) return;
  if (unanswered.kind === 'metadata') {
    const { key, value } = unanswered;
    if ((seen.metadata[key] ?? null) !== value) return;
    if (value === null) server.metadata.delete(key);
    else server.metadata.set(key, value);
  } else if (unanswered.kind === 'tag') {
    const { tag, isThere } = unanswered;
    if (seen.tags.includes(tag) !== isThere) return;
    if (isThere) server.tags.add(tag);
    else server.tags.delete(tag);
  } else if (seen.description === unanswered.description) server.description = seen.description;
  else return;
  noted.carriedOut += 1;
}

/** Servers that were made together are there all of them. Gives how many. */
export function addMade(
  noted: Noted,
  { client, name, least, most, groupId, metadata }: CreatedTogether,
  live: ReadonlyMap<string, SeenServer>,
  atLeast: 0 | 1,
): number {
  const found = [...live.values()].filter(
    (server) => server.name === name || server.name.startsWith(`${name}-`),
  );
  if (found.length > most || (found.length < least && (found.length > 0 || atLeast > 0))) {
    throw new Wrong(
      `${least} to ${most} servers ${name} were to be made together, and there are ${found.length}`,
    );
  }
  for (const server of found) {
    const { id } = server;
    if (!noted.servers.has(id)) noted.add(id, { name: server.name, client, groupId, metadata });
  }
  return found.length;
}
