import { DirectTransport } from '@berth/client/direct-transport.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { runLedger } from '@berth/ledger/running-ledger.ts';
import { cloud } from '../cloud/cloud.ts';
import type { Leadership } from '../cloud/composition.ts';
import { type Cloud, type CloudChange, type CloudCommand, cloudProjections } from '../cloud/stored-cloud.ts';
import { loadConfig } from '../config/load-config.ts';
import { createLog } from '../log/log.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import { surroundingsOf } from '../serving/surroundings.ts';

/** What no client can ask for: that something is so. */
interface PutChanges {
  readonly kind: 'put-changes';
  readonly changes: readonly CloudChange[];
}

export interface ChangeableCloud {
  readonly handle: Handle;
  readonly world: Cloud;
  /** Makes changes as if somebody had decided them. */
  put(...changes: readonly CloudChange[]): Promise<void>;
  /** Clients with a token; closed with the cloud. */
  transport(token: string): DirectTransport;
  close(): Promise<void>;
}

/** All that berth serves, on a ledger in memory into which tests can put what they like. A token says who its bearer is. */
export async function changeableCloud({
  args = [],
  now = Date.now,
  clock,
  leadership,
}: {
  readonly args?: readonly string[];
  readonly now?: () => number;
  /** How long things take; the real one unless given. */
  readonly clock?: () => number;
  readonly leadership?: Leadership;
} = {}): Promise<ChangeableCloud> {
  const { config } = loadConfig({
    args: ['--auth-strategy', 'named', ...args],
    environment: {},
    readText: () => '',
  });
  const { world, committer, feed } = await runLedger<Cloud, CloudCommand | PutChanges, CloudChange>({
    world: cloud.newWorld(),
    domain: {
      ...cloud.domain,
      decide: (state, command) =>
        command.kind === 'put-changes' ? command.changes : cloud.domain.decide(state, command),
      sizeOf: () => 1,
    },
    journal: new MemoryJournal<CloudChange>(cloudProjections),
    now,
  });
  const commit: typeof committer.submit = (command, read) => committer.submit(command, read);
  await cloud.seed(commit, now());
  const handle = cloud.serve(
    { world: () => world, commit, feed, ...(leadership ? { leadership } : {}) },
    {
      ...surroundingsOf(config, cloud.rules, silent, new EventCounts()),
      now,
      ...(clock ? { clock } : {}),
      onFault: (thrown) => {
        throw thrown;
      },
    },
  );
  const transports: DirectTransport[] = [];
  return {
    handle,
    world,
    put: async (...changes) => {
      await commit({ kind: 'put-changes', changes }, () => undefined);
    },
    transport: (token) => {
      const made = new DirectTransport(handle, { service: 'placement', token });
      transports.push(made);
      return made;
    },
    close: async () => {
      await Promise.all(transports.map((each) => each.close()));
      await committer.close();
    },
  };
}

const silent = createLog({ logLevel: 'silent', logFormat: 'json' }, { write: () => {}, isTerminal: false });
