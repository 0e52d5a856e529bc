import type { Difference } from '../differential/body-differences.ts';
import { compare } from '../differential/compare.ts';
import { type Answer, Peer, type Request } from '../differential/exchange.ts';
import { explained } from '../differential/explained.ts';
import { everyGet } from './every-get.ts';

export interface Comparison {
  readonly requests: number;
  /** Those that are meant to be, by the reason; see docs/differences.md. */
  readonly explained: ReadonlyMap<string, number>;
  /** 'GET /path: where: a ≠ b' */
  readonly unexplained: readonly string[];
}

/**
 * Asks two servers (the original and ours) everything, and compares the answers: status, body, headers; and of those that tell when
 * something was last changed, also the time.
 */
export async function compareServers(
  urls: { readonly a: string; readonly b: string },
  { connections = 4, onProgress = () => {} }: CompareOptions = {},
): Promise<Comparison> {
  const lister = new Peer(urls.a);
  const requests = everyGet(lister);
  const reasons = new Map<string, number>();
  const unexplained: string[] = [];
  let count = 0;
  const job = async (): Promise<void> => {
    const [a, b] = [new Peer(urls.a), new Peer(urls.b)];
    for (let next = await requests.next(); !next.done; next = await requests.next()) {
      const request = next.value;
      const [one, other] = await Promise.all([a.send(request), b.send(request)]);
      for (const difference of differencesBetween(request, one, other)) {
        const reason = explained.find(({ matches }) => matches(request, one, other, difference, []));
        if (reason) reasons.set(reason.id, (reasons.get(reason.id) ?? 0) + 1);
        else unexplained.push(`GET ${request.path}: ${difference.where}: ${difference.a} ≠ ${difference.b}`);
      }
      onProgress(++count);
    }
    a.close();
    b.close();
  };
  await Promise.all(Array.from({ length: connections }, job));
  lister.close();
  return { requests: count, explained: reasons, unexplained };
}

export interface CompareOptions {
  readonly connections?: number;
  readonly onProgress?: (requests: number) => void;
}

function differencesBetween(request: Request, a: Answer, b: Answer): Difference[] {
  const differences = compare(request, a, b);
  const [one, other] = [a.headers['last-modified'], b.headers['last-modified']];
  if (one !== undefined && other !== undefined && one !== other && tellsWhen.test(request.path)) {
    differences.push({ where: 'time of last-modified', a: one, b: other });
  }
  return differences;
}

/** Of all others the time is that of the answer, or the newest of things that are not the same on both (standard traits). */
const tellsWhen =
  /^\/(resource_providers(\/[^/?]+(\/inventories)?)?|allocations\/.+|traits\/CUSTOM_.+|resource_classes\/CUSTOM_.+)$/;
