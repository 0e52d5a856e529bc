import {
  addHistogram,
  type Histogram,
  histogramHead,
  histogramLines,
  newHistogram,
  observe,
} from './histogram.ts';

/** Requests, counted and timed, in Prometheus' text format. Labels are words of this program and have nothing to escape. */
export class RequestMetrics {
  readonly #byRoute = new Map<string, Map<string, Series>>();

  observe(route: string, method: string, status: number, seconds: number): void {
    const series = this.#seriesOf(route, method);
    series.statuses.set(status, (series.statuses.get(status) ?? 0) + 1);
    observe(series.durations, bounds, seconds);
  }

  /** All that was counted, to be added to that of others. */
  counts(): RequestCounts {
    return this.#all();
  }

  add(counts: RequestCounts): void {
    for (const { route, method, statuses, durations } of counts) {
      const series = this.#seriesOf(route, method);
      for (const [status, times] of statuses)
        series.statuses.set(status, (series.statuses.get(status) ?? 0) + times);
      addHistogram(series.durations, durations);
    }
  }

  render(): string {
    const all = this.#all();
    return [
      `# HELP ${total} Requests that were answered.`,
      `# TYPE ${total} counter`,
      ...all.flatMap(totals),
      '',
      ...histogramHead(
        duration,
        'Time from the request to its answer, without the network unless it is made while it is sent.',
      ),
      ...all.flatMap((series) => histogramLines(duration, bounds, series.durations, labelsOf(series))),
      '',
    ].join('\n');
  }

  #all(): Series[] {
    return [...this.#byRoute.values()].flatMap((byMethod) => [...byMethod.values()]);
  }

  #seriesOf(route: string, method: string): Series {
    let byMethod = this.#byRoute.get(route);
    if (!byMethod) this.#byRoute.set(route, (byMethod = new Map()));
    let series = byMethod.get(method);
    if (!series) byMethod.set(method, (series = newSeries(route, method)));
    return series;
  }
}

/** Plain data. */
export type RequestCounts = readonly Readonly<Series>[];

const total = 'berth_http_requests_total';
const duration = 'berth_http_request_duration_seconds';
/** In seconds. A read takes some microseconds, a commit some hundred, a large candidate search some milliseconds. */
const bounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

interface Series {
  readonly route: string;
  readonly method: string;
  readonly statuses: Map<number, number>;
  readonly durations: Histogram;
}

function newSeries(route: string, method: string): Series {
  return { route, method, statuses: new Map(), durations: newHistogram(bounds) };
}

function labelsOf({ route, method }: Series): string {
  return `route="${route}",method="${method}"`;
}

function totals(series: Series): string[] {
  const labels = labelsOf(series);
  return Array.from(series.statuses, ([status, count]) => `${total}{${labels},status="${status}"} ${count}`);
}
