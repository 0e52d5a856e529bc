import { type Service, textAt, type Thing, thingAt } from '../asking/service.ts';
import type { Outside } from '../command/client-command.ts';
import { CommandFailure } from '../command/command-failure.ts';

const firstPauseMs = 100;
const pauseMaxMs = 2_000;

/** Looks at a server until it is in one of these states and nothing is being done with it; fails when it is in error. */
export async function waitForServer(
  compute: Service,
  id: string,
  states: readonly string[],
  outside: Outside,
  { verb, canBeInError = false }: { readonly verb: string; readonly canBeInError?: boolean },
): Promise<Thing> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMaxMs, pauseMs * 1.5)) {
    const server = thingAt(await compute.get(`/servers/${id}`), 'server');
    const status = textAt(server, 'status');
    const isBusy = (server['OS-EXT-STS:task_state'] ?? null) !== null;
    if (!isBusy && states.includes(status)) return server;
    if (status === 'ERROR' && !isBusy && !canBeInError) {
      const fault = textAt(thingAt(server, 'fault'), 'message');
      throw new CommandFailure(
        `Error ${verb} server: ${textAt(server, 'name')}${fault === '' ? '' : `: ${fault}`}`,
      );
    }
    outside.progress(
      `${textAt(server, 'name')}: ${status} ${textAt(server, 'OS-EXT-STS:task_state')} ${textAt(server, 'progress')}`.trim(),
    );
    await outside.pause(pauseMs);
  }
}

/** Looks until there is no such server. */
export async function waitUntilGone(compute: Service, id: string, outside: Outside): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMaxMs, pauseMs * 1.5)) {
    const answer = await compute.find(`/servers/${id}`);
    const server = answer === null ? null : thingAt(answer, 'server');
    if (server === null || ['DELETED', 'SOFT_DELETED'].includes(textAt(server, 'status'))) return;
    if (textAt(server, 'status') === 'ERROR' && (server['OS-EXT-STS:task_state'] ?? null) === null)
      throw new CommandFailure(`Error deleting server: ${textAt(server, 'name')}`);
    outside.progress(`${textAt(server, 'name')}: ${textAt(server, 'status')}`);
    await outside.pause(pauseMs);
  }
}
