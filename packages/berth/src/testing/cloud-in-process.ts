import type { World } from '@berth/engine/world.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { runLedger } from '@berth/ledger/running-ledger.ts';
import { type InProcess, requester } from '@berth/placement/testing/in-process.ts';
import { cloud } from '../cloud/cloud.ts';
import type { CloudChange } from '../cloud/stored-cloud.ts';
import { loadConfig } from '../config/load-config.ts';
import { createLog } from '../log/log.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import { surroundingsOf } from '../serving/surroundings.ts';

export interface CloudInProcessOptions {
  /** Settings as on the command line. */
  readonly args?: readonly string[];
  /** The clocks; the real ones unless given. */
  readonly now?: () => number;
  readonly clock?: () => number;
}

/** All that berth serves on a journal, without a socket. A fault of an endpoint is not a 500 here: the request rejects. */
export async function cloudInProcess(
  journal: Journal<CloudChange>,
  options: CloudInProcessOptions = {},
): Promise<InProcess & { readonly world: World }> {
  const { args = [], now = Date.now, clock } = options;
  const { config } = loadConfig({ args, environment: {}, readText: noFiles });
  const faults = new Map<string, unknown>();
  const { world, committer, feed } = await runLedger({
    world: cloud.newWorld(),
    domain: cloud.domain,
    journal,
    now,
  });
  const commit: typeof committer.submit = (command, read) => committer.submit(command, read);
  await cloud.seed(commit, now());
  const handle = cloud.serve(
    { world: () => world, commit, feed },
    {
      ...surroundingsOf(config, cloud.rules, silent, new EventCounts()),
      now,
      ...(clock ? { clock } : {}),
      onUnavailable: (reason, requestId) => void faults.set(requestId, new Error(reason)),
      onFault: (thrown, requestId) => void faults.set(requestId, thrown),
    },
  );
  return {
    world: world.placement,
    request: requester(handle, faults),
    close: async () => {
      await committer.close();
      await journal.close();
    },
  };
}

const silent = createLog({ logLevel: 'silent', logFormat: 'json' }, { write: () => {}, isTerminal: false });

function noFiles(path: string): never {
  throw new Error(`A service in this process reads no files, and was to read ${path}.`);
}
