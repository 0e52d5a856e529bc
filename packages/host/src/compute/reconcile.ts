import { getHostServers, getServerFates } from '@berth/client/compute/hosts.ts';
import type { HostAgentName, PowerState, ServerFate } from '@berth/client/compute/records.ts';
import type { Transport } from '@berth/client/transport.ts';
import type { Guests } from '../guests.ts';
import type { ComputeLog } from './compute-log.ts';
import type { OutcomeReporter } from './outcome-reporter.ts';

export interface Reconciled {
  readonly transport: Transport;
  readonly name: HostAgentName;
  readonly guests: Guests;
  readonly reporter: Pick<OutcomeReporter, 'tellPower'>;
  readonly log: ComputeLog;
  /** Those that something is being done with: what they are is said by that. */
  readonly touched: ReadonlySet<string>;
}

type KnownFate = Exclude<ServerFate, { readonly fate: 'unknown' }>;

/** As many as can be asked about at once. */
const askedMax = 100;

/**
 * Compares what runs on the host with what should. A machine that is in another state than its server, or is missing, is told; what
 * becomes of its server then is not for the host to say. A machine of a server that was deleted is destroyed. Any other that should not be
 * here is left alone, and warned of: it may be somebody's, or the service may have forgotten it. `isLeft`: one that was to be destroyed could not be.
 */
export async function reconcile(parts: Reconciled): Promise<{ readonly isLeft: boolean }> {
  const { guests, reporter, touched } = parts;
  // Before the machines are looked at: what is built meanwhile is then asked about once more, and not taken for missing.
  const expected = await expectedServers(parts);
  const running = new Map((await guests.list()).map(({ id, powerState }) => [id, powerState]));
  const telling: Promise<void>[] = [];
  for (const { id, vmState, powerState, isBusy } of expected.values()) {
    const state: PowerState = running.get(id) ?? 'none';
    if (state === powerState || isBusy || vmState === 'building' || touched.has(id)) continue;
    parts.log.warn({ server: id, state, expected: powerState }, 'a machine is not as its server should be');
    telling.push(reporter.tellPower({ server: id, state }));
  }
  await Promise.all(telling);
  const strangers = [...running.keys()].filter((id) => !expected.has(id) && !touched.has(id));
  let isLeft = false;
  for (let at = 0; at < strangers.length; at += askedMax) {
    if (!(await removeDeleted(parts, strangers.slice(at, at + askedMax)))) isLeft = true;
  }
  return { isLeft };
}

async function expectedServers({ transport, name }: Reconciled): Promise<ReadonlyMap<string, KnownFate>> {
  const found = new Map<string, KnownFate>();
  for (let after = 0; ; ) {
    const page = await getHostServers(transport, name, after);
    if (page.length === 0) return found;
    for (const server of page) {
      if (server.fate === 'unknown') continue;
      found.set(server.id, server);
      after = server.number;
    }
  }
}

/** Whether all could be that were to. */
async function removeDeleted(parts: Reconciled, ids: readonly string[]): Promise<boolean> {
  const { transport, name, guests, log, touched } = parts;
  let areRemoved = true;
  for (const server of await getServerFates(transport, name, ids)) {
    const { id, fate } = server;
    if (fate === 'here' || touched.has(id)) continue;
    if (fate !== 'deleted') {
      log.warn({ server: id, fate }, 'a machine should not be here, and is left alone');
    } else if (!server.isBusy) {
      log.warn({ server: id }, 'the machine of a deleted server is destroyed');
      // One that cannot be destroyed does not keep the host from doing what it is told.
      await guests.destroy(id).catch((error: unknown) => {
        areRemoved = false;
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ server: id, reason }, 'the machine of a deleted server could not be destroyed');
      });
    }
  }
  return areRemoved;
}
