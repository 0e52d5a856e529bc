import type { AgentRecord } from '@berth/host/agent/agent-record.ts';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { ServedMetrics } from '../metrics/metrics.ts';
import { renderCounter, renderGauge } from '../metrics/render-metric.ts';
import { hostCounters, hostGauges } from './host-metric-table.ts';

/** What an agent has done, in Prometheus' text format, with what every process of Node tells of itself. */
export class HostMetrics implements ServedMetrics {
  readonly contentType: string;
  readonly #record: AgentRecord;
  readonly #registry = new Registry();

  constructor(record: AgentRecord) {
    this.#record = record;
    this.contentType = this.#registry.contentType;
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Nobody counts how often a host is asked how it is. */
  measuring: ServedMetrics['measuring'] = (handle) => handle;

  async render(): Promise<string> {
    const { counts, nodes, lastGoodAt } = this.#record;
    const counted: Readonly<Record<keyof typeof hostCounters, ReadonlyMap<string, number>>> = {
      berth_host_passes_total: new Map([
        ['good', counts.goodPasses],
        ['failed', counts.failedPasses],
      ]),
      berth_host_providers_written_total: new Map([['', counts.providersWritten]]),
      berth_host_reshapes_total: new Map([['', counts.reshapes]]),
      berth_host_consumers_moved_total: new Map([['', counts.consumersMoved]]),
    };
    const seen: Readonly<Record<keyof typeof hostGauges, number | null>> = {
      berth_host_nodes: nodes,
      berth_host_up_to_date: this.#record.problems().length === 0 ? 1 : 0,
      berth_host_last_good_pass_seconds: lastGoodAt === null ? null : lastGoodAt / 1000,
    };
    const counters = Object.entries(hostCounters).map(([name, description]) =>
      renderCounter(name, description, counted[name as keyof typeof hostCounters]),
    );
    const gauges = Object.entries(hostGauges).flatMap(([name, description]) => {
      const value = seen[name as keyof typeof hostGauges];
      return value === null ? [] : [renderGauge(name, description, value)];
    });
    return [...counters, ...gauges, await this.#registry.metrics()].join('\n');
  }
}
