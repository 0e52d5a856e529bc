/**
 * How many values there were within which bounds, in Prometheus' text format. prom-client looks up the labels of every value by a text that it makes of them, which was a sixth of
 * the time of a cheap read (1.1 of 6.8 µs), and 3 µs of a claim.
 */
export interface Histogram {
  /** How many were within each bound and not within the one below. */
  readonly buckets: number[];
  count: number;
  sum: number;
}

export function newHistogram(bounds: readonly number[]): Histogram {
  return { buckets: bounds.map(() => 0), count: 0, sum: 0 };
}

export function observe(histogram: Histogram, bounds: readonly number[], value: number): void {
  histogram.count += 1;
  histogram.sum += value;
  const bucket = bounds.findIndex((bound) => value <= bound);
  if (bucket >= 0) (histogram.buckets[bucket] as number) += 1;
}

export function addHistogram(histogram: Histogram, { buckets, count, sum }: Readonly<Histogram>): void {
  for (const [index, times] of buckets.entries()) (histogram.buckets[index] as number) += times;
  histogram.count += count;
  histogram.sum += sum;
}

export function histogramHead(name: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`];
}

/** `labels` as they stand between braces, with nothing in them to escape; none where there is one series alone. */
export function histogramLines(
  name: string,
  bounds: readonly number[],
  { buckets, count, sum }: Readonly<Histogram>,
  labels = '',
): string[] {
  const [behind, alone] = labels === '' ? ['', ''] : [`,${labels}`, `{${labels}}`];
  let within = 0;
  return [
    ...bounds.map((bound, index) => {
      within += buckets[index] as number;
      return `${name}_bucket{le="${bound}"${behind}} ${within}`;
    }),
    `${name}_bucket{le="+Inf"${behind}} ${count}`,
    `${name}_sum${alone} ${sum}`,
    `${name}_count${alone} ${count}`,
  ];
}
