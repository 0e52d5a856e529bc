import type { Handle } from '@berth/api-kit/service.ts';
import type { Config } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import type { ServedMetrics } from '../metrics/metrics.ts';
import { assembleService, type Serving } from './assemble-service.ts';
import { type ListeningServer, listen } from './listen.ts';

/** What is also at the root of a port of its own, where the setting names one: for clients that know services by their ports. */
const services = [
  { prefix: '/compute', portOf: ({ computePort }: Config) => computePort },
  { prefix: '/image', portOf: ({ imagePort }: Config) => imagePort },
];

/** Where all services are served already, each of some is served once more. These ports are this thread's alone. */
export async function withOwnPorts<Server extends ListeningServer>(
  main: Server,
  cloud: Serving,
  config: Config,
  log: Log,
  metrics: ServedMetrics | null,
): Promise<Server> {
  const others: ListeningServer[] = [];
  try {
    for (const { prefix, portOf } of services) {
      const port = portOf(config);
      if (port === null) continue;
      const service = assembleService(
        { ...cloud, handle: below(prefix, cloud.handle) },
        config,
        log,
        metrics,
      );
      const server = await listen(service, { ...config, port, workers: 1 }, log);
      others.push(server);
      log.info({ url: server.url, service: prefix.slice(1) }, 'listens on a port of its own');
    }
  } catch (error) {
    await Promise.all([main, ...others].map((server) => server.close()));
    throw error;
  }
  const all = [main, ...others];
  return {
    ...main,
    reloadTls: async () => void (await Promise.all(all.map((server) => server.reloadTls()))),
    close: async () => void (await Promise.all(all.map((server) => server.close()))),
  };
}

function below(prefix: string, handle: Handle): Handle {
  return (request) => handle({ ...request, target: `${prefix}${request.target}`, isAtOwnPort: true });
}
