/** How long things took. */
export interface Timings {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export function timingsOf(durationsMs: readonly number[]): Timings | null {
  if (durationsMs.length === 0) return null;
  const sorted = Float64Array.from(durationsMs).sort();
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as number;
  return { count: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}
