import { setTimeout as pause } from 'node:timers/promises';
import type { Transport } from '@berth/client/transport.ts';
import { HostAgent } from '@berth/host/agent/host-agent.ts';
import { realTiming } from '@berth/host/agent/timing.ts';
import type { Driver } from '@berth/host/driver.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { ResourceTracker } from '@berth/host/tracker/resource-tracker.ts';

export interface StartResult {
  /** How many passes it took, the good one among them; others were faster before it, or Placement was away. */
  readonly passes: number;
  /** How often inventory was to move: more than once where others were faster. */
  readonly reshapes: number;
}

/** A start that takes so many passes will never be good. */
const passesMax = 60;

/** What an agent waits for seconds to happen is waited for here for so long at most. */
const waitMaxMs = 40;

/**
 * Starts a host as its agent does: passes at its start, until one was good.
 *
 * @throws {FatalUpdate} where it has to be started again.
 */
export async function startUntilGood(transport: Transport, driver: Driver): Promise<StartResult> {
  let passes = 0;
  let reshapes = 0;
  let isGood = false;
  const stop = new AbortController();
  const tracker = new ResourceTracker({
    driver,
    client: new ReportClient(transport),
    onReshape: () => {
      reshapes += 1;
    },
    pausing: { pause: (ms) => pause(Math.min(ms, waitMaxMs)), random: realTiming.random },
  });
  const agent = new HostAgent({
    tracker,
    intervalMs: 60_000,
    graceMs: 60_000,
    timing: {
      ...realTiming,
      sleep: (ms, signal) => realTiming.sleep(Math.min(ms, waitMaxMs), signal),
    },
    onPass: ({ report }) => {
      passes += 1;
      isGood = report.failures.length === 0;
      if (isGood || passes === passesMax) stop.abort();
    },
  });
  await agent.run(stop.signal);
  if (!isGood) throw new Error(`no good pass in ${passes}`);
  return { passes, reshapes };
}
