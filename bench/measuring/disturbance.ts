import { cores, othersCpuMs } from '../processes/usage.ts';

/** Does the work, and says how much of the machine programs that have no part in it had meanwhile (of 1). */
export async function withDisturbance<Result>(
  pids: readonly number[],
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly others: number | null }> {
  const startedAt = performance.now();
  const before = othersCpuMs(pids);
  const result = await work();
  const after = othersCpuMs(pids);
  if (before === null || after === null) return { result, others: null };
  const others = (after - before) / ((performance.now() - startedAt) * cores);
  return { result, others: Math.min(1, Math.max(0, others)) };
}
