import type { Transport } from '@berth/client/transport.ts';
import type { Config } from '../../config/settings.ts';
import { withPlacementDirect } from '../with-placement-direct.ts';

/** What `withPlacementDirect` lends, as something that is had until it is closed: for suites that open and close transports. */
export async function openPlacementDirect(config: Config): Promise<Transport> {
  const opened = Promise.withResolvers<Transport>();
  const closing = Promise.withResolvers<void>();
  const running = withPlacementDirect(config, (placement) => {
    opened.resolve(placement);
    return closing.promise;
  });
  running.catch(opened.reject);
  const placement = await opened.promise;
  return {
    send: (request) => placement.send(request),
    close: async () => {
      closing.resolve();
      await running;
    },
  };
}
