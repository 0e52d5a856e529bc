import { whenAnswered } from '@berth/api-kit/server/when-answered.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What the service tells of itself. */
export interface MetricsSource {
  counts(): Readonly<Record<'providers' | 'consumers' | 'allocations', number>>;
  /** Calls back after every commit, with how many commands shared it. */
  onCommit(listener: (groupSize: number, durationMs: number) => void): void;
}

/**
 * The metrics of one process, in Prometheus' text format. No label has more values than the program has words
 * for: a client cannot make new ones.
 */
export class Metrics {
  readonly contentType: string;
  readonly #registry = new Registry();
  readonly #source: MetricsSource;
  readonly #requests: Counter<'route' | 'method' | 'status'>;
  readonly #durations: Histogram<'route' | 'method'>;

  constructor(source: MetricsSource) {
    const registers = [this.#registry];
    this.contentType = this.#registry.contentType;
    this.#source = source;
    this.#requests = new Counter({
      name: 'berth_http_requests_total',
      help: 'Requests that were answered.',
      labelNames: ['route', 'method', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'berth_http_request_duration_seconds',
      help: 'Time from the request to its answer, without the network.',
      labelNames: ['route', 'method'],
      // A read takes some microseconds, a commit some hundred, a large candidate search some milliseconds.
      buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    });
    this.#observeCommits(registers);
    this.#observeCounts();
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Counts and times the requests to a service. */
  measuring(handle: Handle): Handle {
    return (request) => {
      const startedAt = performance.now();
      return whenAnswered(handle(request), (response) => {
        const { route = '(none)' } = response;
        const method = knownMethods.has(request.method) ? request.method : '(other)';
        this.#requests.inc({ route, method, status: response.status });
        this.#durations.observe({ route, method }, (performance.now() - startedAt) / 1_000);
        return response;
      });
    };
  }

  render(): Promise<string> {
    return this.#registry.metrics();
  }

  #observeCommits(registers: Registry[]): void {
    const sizes = new Histogram({
      name: 'berth_commit_group_size',
      help: 'Commands that were made durable together.',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
      registers,
    });
    const durations = new Histogram({
      name: 'berth_commit_duration_seconds',
      help: 'Time to make a group of commands durable.',
      buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
      registers,
    });
    this.#source.onCommit((groupSize, durationMs) => {
      sizes.observe(groupSize);
      durations.observe(durationMs / 1_000);
    });
  }

  /** Counted when somebody looks, and not at every change. */
  #observeCounts(): void {
    const source = this.#source;
    for (const [noun, help] of [
      ['providers', 'Resource providers.'],
      ['consumers', 'Consumers that hold an allocation.'],
      ['allocations', 'Allocations.'],
    ] as const) {
      const gauge = new Gauge({
        name: `berth_${noun}`,
        help,
        registers: [],
        collect() {
          this.set(source.counts()[noun]);
        },
      });
      this.#registry.registerMetric(gauge);
    }
  }
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
