import { claimCycle } from '../load/claim-cycle.ts';
import { Connection } from '../load/connection.ts';
import { nodeLoad } from '../load/node-load.ts';
import type { RequestTemplate } from '../load/request-template.ts';
import type { Operation } from '../ops/operation.ts';
import type { Original } from '../original/original.ts';
import { cores } from '../processes/usage.ts';
import { look } from './look.ts';
import type { OriginalFigures } from './row.ts';
import type { Settings } from './settings.ts';

const longestSeconds = 60;

/** The same operation on real Placement; what it claimed is given back. A request there can take seconds: few are enough. */
export async function onOriginal(
  original: Original,
  operation: Operation,
  { seconds, connections }: Settings,
): Promise<OriginalFigures> {
  const consumers: string[] = [];
  const onConsumer = (uuid: string) => void consumers.push(uuid);
  const question = operation.templates[0] as RequestTemplate; // There is at least one.
  const seen = await look(original.url, operation, { seconds, samplesMin: 3, onConsumer });
  // Each client is to have had an answer or two.
  const roundSeconds = ((seen.timings?.p50Ms ?? 0) * connections) / cores / 1000;
  const options = { connections, seconds: Math.min(longestSeconds, Math.max(seconds, roundSeconds)) };
  const isCycle = operation.kind === 'claim-cycle';
  const loaded = isCycle
    ? await claimCycle(original.url, question, options, onConsumer)
    : await nodeLoad(original.url, operation.templates, options, onConsumer);
  await giveBack(original, consumers, connections);
  return {
    // What was looked at of a cycle is only its question.
    p50Ms: isCycle ? null : (seen.timings?.p50Ms ?? null),
    perSecond: loaded.perSecond,
    failed: seen.failed + loaded.failed,
    failures: [seen.failures, loaded.failures].filter((failure) => failure !== '').join('; '),
    items: seen.items,
  };
}

/** The data is kept for the next run. */
async function giveBack(original: Original, consumers: string[], connections: number): Promise<void> {
  const client = async () => {
    const connection = new Connection(original.url);
    for (let uuid = consumers.pop(); uuid !== undefined; uuid = consumers.pop()) {
      const { status } = await connection.request({ method: 'DELETE', path: `/allocations/${uuid}` });
      // 404: it was never made, because its request failed.
      if (status !== 204 && status !== 404)
        throw new Error(`A consumer of the original could not be removed: ${status}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, client));
}
