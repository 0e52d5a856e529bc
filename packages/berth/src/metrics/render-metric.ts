import type { CounterDescription, MetricDescription } from '@berth/api-kit/metric-description.ts';

/** A counter in Prometheus' text format. One without a label is there from the start: what never happened is 0, and not nothing. */
export function renderCounter(
  name: string,
  { help, label }: CounterDescription,
  byLabel: ReadonlyMap<string, number>,
): string {
  const lines =
    label === null
      ? [`${name} ${byLabel.get('') ?? 0}`]
      : Array.from(byLabel, ([value, count]) => `${name}{${label}="${value}"} ${count}`);
  return `# HELP ${name} ${help}\n# TYPE ${name} counter\n${lines.map((line) => `${line}\n`).join('')}`;
}

export function renderGauge(name: string, { help }: MetricDescription, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`;
}
