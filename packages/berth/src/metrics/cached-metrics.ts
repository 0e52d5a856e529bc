import type { ServedMetrics } from './metrics.ts';

/**
 * Metrics that are made at most once in a while, however often and by however many they are asked for: they cost more than a
 * request (1.6 ms), and nobody has to say who asks.
 */
export function cachedMetrics(
  metrics: ServedMetrics,
  keptMs = 1_000,
  clock: () => number = () => performance.now(),
): ServedMetrics {
  let made: { readonly bytes: Promise<Buffer>; until: number } | null = null;
  return {
    contentType: metrics.contentType,
    measuring: (handle) => metrics.measuring(handle),
    render: () => {
      if (made !== null && clock() < made.until) return made.bytes;
      // Those who ask while it is made wait for it, however long that takes.
      const fresh = { bytes: bytesOf(metrics), until: Number.POSITIVE_INFINITY };
      made = fresh;
      fresh.bytes.then(
        () => (fresh.until = clock() + keptMs),
        () => (made = null),
      );
      return fresh.bytes;
    },
  };
}

async function bytesOf(metrics: ServedMetrics): Promise<Buffer> {
  return Buffer.from(await metrics.render());
}
