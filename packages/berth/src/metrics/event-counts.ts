import { type CounterName, counters } from './metric-table.ts';
import { renderCounter } from './render-metric.ts';

/**
 * What has happened in one thread, counted under the names of the metric table. A label's values are words of this program,
 * so that a client cannot make new ones.
 */
export class EventCounts {
  readonly #counts = new Map<CounterName, Map<string, number>>();

  /** `label` where the counter has one. */
  count(name: CounterName, label = '', times = 1): void {
    let byLabel = this.#counts.get(name);
    if (!byLabel) this.#counts.set(name, (byLabel = new Map()));
    byLabel.set(label, (byLabel.get(label) ?? 0) + times);
  }

  /** Plain data, to be added to that of other threads. */
  counted(): CountedEvents {
    return this.#counts;
  }

  add(counted: CountedEvents): void {
    for (const [name, byLabel] of counted) {
      for (const [label, times] of byLabel) this.count(name, label, times);
    }
  }

  /** In Prometheus' text format. */
  render(): string {
    return Object.entries(counters)
      .map(([name, description]) =>
        renderCounter(name, description, this.#counts.get(name as CounterName) ?? new Map()),
      )
      .join('\n');
  }
}

export type CountedEvents = ReadonlyMap<CounterName, ReadonlyMap<string, number>>;
