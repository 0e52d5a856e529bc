import type { Config } from '../config/settings.ts';
import type { ThreadedServer } from '../workers/serve-on-threads.ts';
import { assembleService } from './assemble-service.ts';
import { cachedMetrics } from '../metrics/cached-metrics.ts';
import type { EventCounts } from '../metrics/event-counts.ts';
import { type ListeningServer, listen } from './listen.ts';
import type { Log } from '../log/log.ts';
import { Metrics } from '../metrics/metrics.ts';
import type { OpenedCloud } from '../opening/opened-cloud.ts';

/** In this thread, or in as many as the settings say. */
export async function startServing(
  cloud: OpenedCloud,
  config: Config,
  log: Log,
  events: EventCounts,
): Promise<ListeningServer | ThreadedServer> {
  if (config.workers > 1) {
    const { serveOnThreads } = await import('../workers/serve-on-threads.ts');
    return await serveOnThreads(cloud, config, log, events);
  }
  const metrics = config.hasMetrics ? cachedMetrics(new Metrics(cloud.metricsSource, events)) : null;
  return await listen(assembleService(cloud, config, log, metrics), config, log);
}
