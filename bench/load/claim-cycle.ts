import { claimOwner } from '../ops/claim-operations.ts';
import { Connection } from './connection.ts';
import type { Load, LoadOptions } from './load.ts';
import type { RequestTemplate } from './request-template.ts';
import { Tally } from './tally.ts';
import { timingsOf } from './timings.ts';

interface Candidates {
  readonly allocation_requests: readonly { readonly allocations: unknown; readonly mappings: unknown }[];
}

/**
 * What a scheduler does, on each of these connections: ask for candidates, claim one of them by chance, and ask again
 * where it has gone meanwhile (409). Timings and rate are of whole cycles that ended in a claim. A cycle that has begun
 * is waited for.
 */
export async function claimCycle(
  url: string,
  question: RequestTemplate,
  { connections, seconds }: LoadOptions,
  onConsumer: (uuid: string) => void = () => {},
): Promise<Load> {
  const durationsMs: number[] = [];
  const failures = new Tally();
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt >= seconds * 1000;
  const client = async () => {
    const connection = new Connection(url);
    while (!isOver()) {
      const begunAt = performance.now();
      try {
        let isClaimed = await attempt(connection);
        while (!isClaimed && !isOver()) isClaimed = await attempt(connection);
        if (isClaimed) durationsMs.push(performance.now() - begunAt);
      } catch (error) {
        failures.addError(error);
      }
    }
    connection.close();
  };
  const attempt = async (connection: Connection): Promise<boolean> => {
    const consumer = await claimOne(connection, question);
    if (consumer !== null) onConsumer(consumer);
    return consumer !== null;
  };
  await Promise.all(Array.from({ length: connections }, client));
  const tookMs = performance.now() - startedAt;
  return {
    timings: timingsOf(durationsMs),
    perSecond: (1000 * durationsMs.length) / tookMs,
    failed: failures.total,
    failures: failures.text,
    meanBytes: null,
  };
}

/** One cycle: who has claimed; null where somebody else was quicker. */
export async function claimOne(connection: Connection, question: RequestTemplate): Promise<string | null> {
  const asked = await connection.request(question);
  if (asked.status !== 200) throw new Error(`GET ${asked.status} ${asked.body.toString('utf8', 0, 200)}`);
  const found = (JSON.parse(asked.body.toString('utf8')) as Candidates).allocation_requests;
  const chosen = found[Math.floor(Math.random() * found.length)];
  if (!chosen) throw new Error('there are no candidates left');
  const consumer = crypto.randomUUID();
  const path = `/allocations/${consumer}`;
  const body = JSON.stringify({
    allocations: chosen.allocations,
    mappings: chosen.mappings,
    ...claimOwner,
  });
  const claimed = await connection.request({ method: 'PUT', path, body });
  if (claimed.status === 409) return null;
  if (claimed.status !== 204)
    throw new Error(`PUT ${claimed.status} ${claimed.body.toString('utf8', 0, 200)}`);
  return consumer;
}
