import { whenSent } from '@berth/api-kit/server/when-sent.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type RequestCounts, RequestMetrics } from './request-metrics.ts';

/** What the service tells of itself. */
export interface MetricsSource {
  counts(): Readonly<Record<'providers' | 'consumers' | 'allocations', number>>;
  /** Calls back after every commit, with how many commands shared it. */
  onCommit(listener: (groupSize: number, durationMs: number) => void): void;
}

/** Metrics as they are served. */
export interface ServedMetrics {
  readonly contentType: string;
  /** Counts and times the requests to a service. */
  measuring(handle: Handle): Handle;
  /** All of the process. */
  render(): Promise<string>;
}

/** What one of several threads has counted: plain data, for the thread that adds them up. */
export interface ThreadMetrics {
  readonly requests: RequestCounts;
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

  constructor(source: MetricsSource) {
    const registers = [this.#registry];
    this.contentType = this.#registry.contentType;
    this.#source = source;
    this.#observeCommits(registers);
    this.#observeCounts();
    collectDefaultMetrics({ register: this.#registry });
  }

  measuring(handle: Handle): Handle {
    return (request) => {
      const startedAt = performance.now();
      return whenSent(handle(request), (response) => {
        const { route = '(none)' } = response;
        const method = knownMethods.has(request.method) ? request.method : '(other)';
        this.#requests.observe(route, method, response.status, (performance.now() - startedAt) / 1_000);
      });
    };
  }

  /** With what the other threads of the process have counted. */
  async render(others: readonly ThreadMetrics[] = []): Promise<string> {
    const requests = new RequestMetrics();
    for (const counts of [this.#requests.counts(), ...others.map(({ requests }) => requests)])
      requests.add(counts);
    const own = (await this.#registry.getMetricsAsJSON()).map((metric) =>
      isOfThread(metric) ? metric : { ...metric, aggregator: 'first' },
    );
    const all = AggregatorRegistry.aggregate([own, ...others.map(({ runtime }) => runtime)]);
    return `${requests.render()}\n${await all.metrics()}`;
  }

  async ofThread(): Promise<ThreadMetrics> {
    const runtime = (await this.#registry.getMetricsAsJSON()).filter(isOfThread);
    return { requests: this.#requests.counts(), runtime };
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

function isOfThread({ name }: { readonly name: string }): boolean {
  return name.startsWith('nodejs_');
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
