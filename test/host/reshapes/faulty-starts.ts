import assert from 'node:assert/strict';
import { type Fault, FaultyTransport } from '@berth/client/testing/faulty-transport.ts';
import type { Transport } from '@berth/client/transport.ts';
import { FatalUpdate } from '@berth/host/tracker/pass-report.ts';
import type { Prng } from '@berth/testing/prng.ts';
import { type CampaignHost, driverFor } from './campaign-host.ts';
import { startUntilGood } from './start-until-good.ts';
import type { Troubles } from './troubles.ts';

/** How many faults there are in one round. */
const faultsMax = 10;
/** Of the requests that move inventory, and of all others. */
const faultyReshapes = 0.5;

/** Starts a host over a network, and on a Placement, on which things go wrong, until a start has come to a good end. */
export async function faultyStarts(
  transport: Transport,
  { stateDirectory, after }: CampaignHost,
  prng: Prng,
): Promise<Troubles> {
  const troubles = new Map<string, number>();
  const share = prng.pick([0.1, 0.2, 0.4]);
  let left = prng.between(1, faultsMax);
  const faulty = new FaultyTransport(transport, (_, { path }) => {
    const isReshape = path === '/reshaper';
    const isDue = isReshape ? troubles.size === 0 || prng.chance(faultyReshapes) : prng.chance(share);
    if (left === 0 || !isDue) return null;
    left -= 1;
    const fault = drawFault(prng);
    const name = `${fault.what}${isReshape ? ' to the reshape' : ''}, ${fault.when === 'after' ? 'done all the same' : 'not done'}`;
    troubles.set(name, (troubles.get(name) ?? 0) + 1);
    return fault;
  });
  for (let starts = 1; ; starts += 1) {
    const driver = await driverFor(stateDirectory, after);
    try {
      const result = await startUntilGood(faulty, driver);
      // One that met no fault has shown nothing: there is one at the latest when it reshapes.
      assert.ok(troubles.size > 0, 'nothing went wrong');
      return { starts, ...result, requests: faulty.count, troubles };
    } catch (error) {
      // Each of those ends one start at most.
      if (!(error instanceof FatalUpdate) || starts > faultsMax) throw error;
    }
  }
}

function drawFault(prng: Prng): Fault {
  return {
    when: prng.pick(['before', 'after']),
    what: prng.pick([409, 500, 503, 'no answer']),
    code: prng.pick(['placement.concurrent_update', 'placement.undefined_code']),
  };
}
