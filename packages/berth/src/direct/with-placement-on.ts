import { DirectTransport } from '@berth/client/direct-transport.ts';
import type { Transport } from '@berth/client/transport.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { runLedger } from '@berth/ledger/running-ledger.ts';
import { cloud } from '../cloud/cloud.ts';
import type { CloudChange } from '../cloud/stored-cloud.ts';
import type { Config } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import { logSeeded } from '../serving/log-seeded.ts';
import { surroundingsOf } from '../serving/surroundings.ts';

export interface PlacementWork<Result> {
  readonly config: Config;
  readonly log: Log;
  /** Of requests that name none. */
  readonly version: string | undefined;
  readonly work: (placement: Transport) => Promise<Result>;
}

/** A ledger could no longer be written, for the reason in `cause`. What was answered before is stored. */
export class LedgerFailed extends Error {
  override readonly name = 'LedgerFailed';
}

/** Serves Placement on a journal to this process alone, for as long as the work takes; then the journal is closed. */
export async function withPlacementOn<Result>(
  journal: Journal<CloudChange>,
  { config, log, version, work }: PlacementWork<Result>,
): Promise<Result> {
  // What is deferred last is done first: the writer ends, then the store. Requests have ended before.
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => journal.close());
  const failed = new AbortController();
  const { world, committer, feed } = await runLedger({
    world: cloud.newWorld(),
    domain: cloud.domain,
    journal,
    onFailure: (cause) => failed.abort(new LedgerFailed('The ledger can no longer be written.', { cause })),
  });
  cleanUp.defer(() => committer.close());
  const commit: typeof committer.submit = (command, read) => committer.submit(command, read);
  logSeeded(log, await cloud.seed(commit, Date.now()));

  const around = surroundingsOf(settingsFor(config), cloud.rules, log, new EventCounts());
  const handle = cloud.serve({ world: () => world, commit, feed }, around);
  const transport = new DirectTransport(handle, {
    service: 'placement',
    ...(version === undefined ? {} : { defaultVersion: version }),
  });
  // Whoever goes on asking is told at once; the work is waited for all the same, so that none of it outlives the call.
  failed.signal.addEventListener('abort', () => void transport.close());
  try {
    return await work(transport);
  } finally {
    // Before it is said whether the ledger has failed: it may do so with what was sent and not waited for.
    await transport.close();
    failed.signal.throwIfAborted();
  }
}

/**
 * Those of the service that are about others are not for us: who may ask for what, and how much one request may write while others
 * wait. So a host whose consumers are too many to be moved while the service serves can be moved here.
 */
function settingsFor(config: Config): Config {
  return {
    ...config,
    authStrategy: 'noauth2',
    policyFile: null,
    computePolicyFile: null,
    identityPolicyFile: null,
    writeItemsMax: 1_000_000,
  };
}
