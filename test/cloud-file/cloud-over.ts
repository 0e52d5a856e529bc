import { Cloud } from '@berth/cli/asking/cloud.ts';
import { type FaultPlan, FaultyTransport } from '@berth/client/testing/faulty-transport.ts';
import type { Transport } from '@berth/client/transport.ts';

export const noFault: FaultPlan = () => null;

/** A cloud of which one address is that of all services, where requests meet faults as planned. */
export function cloudOver(
  address: string,
  open: (service: string, url: string) => Transport,
  plan: FaultPlan,
): Cloud {
  const services = {
    url: async () => ({ url: address, isForAll: true }),
    version: () => null,
    project: async () => null,
    transport: (service: string, url = address) => new FaultyTransport(open(service, url), plan),
    close: async () => {},
  };
  return new Cloud(services, () => () => {});
}
