import { whenSent } from '@berth/api-kit/server/when-sent.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import { programVersion } from '../program-version.ts';
import { CommitMetrics } from './commit-metrics.ts';
import { type CountedEvents, EventCounts } from './event-counts.ts';
import { type Gauges, renderGauges } from './metric-table.ts';
import { type RequestCounts, RequestMetrics } from './request-metrics.ts';

/** What the service tells of itself. */
export interface MetricsSource {
  /** What is the case now. Asked when somebody looks. */
  gauges(): Gauges;
  /** Calls back after every commit, with how many commands shared it. */
  onCommit(listener: (groupSize: number, durationMs: number) => void): void;
}

/** Metrics as they are served. */
export interface ServedMetrics {
  readonly contentType: string;
  /** Counts and times the requests to a service. */
  measuring(handle: Handle): Handle;
  /** All of the process. */
  render(): Promise<string | Uint8Array>;
}

/** What one of several threads has counted: plain data, for the thread that adds them up. */
export interface ThreadMetrics {
  readonly requests: RequestCounts;
  readonly requestsInProgress: number;
  readonly events: CountedEvents;
  /** Of what every thread has its own: heap, event loop and the like. Memory and time of the process are not among it. */
  readonly runtime: readonly object[];
}

/**
 * The metrics of one process, in Prometheus' text format. No label has more values than the program has words
 * for: a client cannot make new ones.
 */
export class Metrics implements ServedMetrics {
  readonly contentType: string;
  readonly #registry = new Registry();
  readonly #source: MetricsSource;
  readonly #requests = new RequestMetrics();
  readonly #commits = new CommitMetrics();
  #requestsInProgress = 0;
  readonly #events: EventCounts;

  constructor(source: MetricsSource, events: EventCounts) {
    this.contentType = this.#registry.contentType;
    this.#source = source;
    this.#events = events;
    source.onCommit((groupSize, durationMs) => this.#commits.observe(groupSize, durationMs / 1_000));
    collectDefaultMetrics({ register: this.#registry });
  }

  measuring(handle: Handle): Handle {
    return (request) => {
      const startedAt = performance.now();
      this.#requestsInProgress += 1;
      return whenSent(handle(request), (response) => {
        this.#requestsInProgress -= 1;
        const { route = '(none)' } = response;
        const method = knownMethods.has(request.method) ? request.method : '(other)';
        this.#requests.observe(route, method, response.status, (performance.now() - startedAt) / 1_000);
      });
    };
  }

  /** With what the other threads of the process have counted. */
  async render(others: readonly ThreadMetrics[] = []): Promise<string> {
    const requests = new RequestMetrics();
    const events = new EventCounts();
    let inProgress = 0;
    const mine = { requests: this.#requests.counts(), events: this.#events.counted() };
    for (const each of [{ ...mine, requestsInProgress: this.#requestsInProgress }, ...others]) {
      requests.add(each.requests);
      events.add(each.events);
      inProgress += each.requestsInProgress;
    }
    const own = (await this.#registry.getMetricsAsJSON()).map((metric) =>
      isOfThread(metric) ? metric : { ...metric, aggregator: 'first' },
    );
    const all = AggregatorRegistry.aggregate([own, ...others.map(({ runtime }) => runtime)]);
    return [
      buildInfo,
      requests.render(),
      this.#commits.render(),
      events.render(),
      renderGauges({ ...this.#source.gauges(), berth_requests_in_progress: inProgress }),
      await all.metrics(),
    ].join('\n');
  }

  async ofThread(): Promise<ThreadMetrics> {
    const runtime = (await this.#registry.getMetricsAsJSON()).filter(isOfThread);
    return {
      requests: this.#requests.counts(),
      requestsInProgress: this.#requestsInProgress,
      events: this.#events.counted(),
      runtime,
    };
  }
}

function isOfThread({ name }: { readonly name: string }): boolean {
  return name.startsWith('nodejs_');
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const buildInfo = `# HELP berth_build_info What runs here; always 1.
# TYPE berth_build_info gauge
berth_build_info{version="${programVersion}",node="${process.version}"} 1
`;
