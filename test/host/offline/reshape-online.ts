import { HttpTransport } from '@berth/client/http-transport.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import { loadHost } from '@berth/berth/host/load-host.ts';
import { inParallel } from '@berth/host/in-parallel.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { ResourceTracker } from '@berth/host/tracker/resource-tracker.ts';
import { startBerth } from '../../malformed/berth-process.ts';
import type { FleetPlace } from './fleet-place.ts';

export interface OnlineReshape {
  readonly seconds: number;
  /** Of the service. */
  readonly serviceMb: number;
}

/** The same reshape as it is done in the field: the hosts start, sixteen at a time, each with a client of its own, on a service. */
export async function reshapeOnline(place: FleetPlace): Promise<OnlineReshape> {
  const { config } = place.settings('gpu-v2');
  const { driver } = await loadHost(config, { warn: () => {} });
  const { ledger, args } = servingArgs(place.ledgerArgs);
  const berth = await startBerth({ ledger, args });
  const transport = new HttpTransport({ service: 'placement', url: berth.url, tokens: fixedToken('admin') });
  const startedMs = performance.now();
  try {
    await inParallel(await driver.nodes(), 16, async (node) => {
      const own = {
        nodes: () => Promise.resolve([node]),
        updateProviderTree: driver.updateProviderTree.bind(driver),
        capabilityTraits: driver.capabilityTraits.bind(driver),
      };
      await new ResourceTracker({ driver: own, client: new ReportClient(transport) }).update({
        startup: true,
      });
    });
    const seconds = (performance.now() - startedMs) / 1000;
    return { seconds, serviceMb: berth.residentMb() };
  } finally {
    await transport.close();
    await berth.stop();
  }
}

function servingArgs([, ledger = '', ...args]: readonly string[]) {
  return { ledger, args };
}
