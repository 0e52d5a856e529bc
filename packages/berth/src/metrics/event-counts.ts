import { type CounterName, counters } from './metric-table.ts';

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

  /** In Prometheus' text format. One without a label is there from the start: what never happened is 0, and not nothing. */
  render(): string {
    return Object.entries(counters)
      .map(([name, { help, label }]) => {
        const byLabel = this.#counts.get(name as CounterName) ?? new Map<string, number>();
        const lines =
          label === null
            ? [`${name} ${byLabel.get('') ?? 0}`]
            : Array.from(byLabel, ([value, count]) => `${name}{${label}="${value}"} ${count}`);
        return `# HELP ${name} ${help}\n# TYPE ${name} counter\n${lines.map((line) => `${line}\n`).join('')}`;
      })
      .join('\n');
  }
}

export type CountedEvents = ReadonlyMap<CounterName, ReadonlyMap<string, number>>;
