import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { Composition } from '../cloud/composition.ts';
import { loadConfig } from '../config/load-config.ts';
import { createLog } from '../log/log.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import { openCloud } from '../opening/open-cloud.ts';
import { startServing } from '../serving/start-serving.ts';

/** All services of a composition, as `berth serve` starts them; in as many threads as the settings say. */
export async function startService<World, Command, Change extends KindedChange>(
  t: TestContext,
  composition: Composition<World, Command, Change>,
  args: readonly string[],
) {
  const readText = () => assert.fail('no settings are read from files');
  const { config } = loadConfig({ args: ['--port', '0', ...args], environment: {}, readText });
  const log = createLog({ ...config, logLevel: 'silent' }, { write: () => {}, isTerminal: false });
  const events = new EventCounts();
  const opened = await openCloud(composition, config, log, events);
  const server = await startServing(opened, config, log, events);
  await opened.announce(server.url);
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await server.close();
    await opened.close();
  };
  t.after(stop);
  return { url: server.url, ownUrls: server.ownUrls, stop, opened };
}
