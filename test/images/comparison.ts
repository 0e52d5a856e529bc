import { isDeepStrictEqual } from 'node:util';
import { Prng } from '@berth/testing/prng.ts';
import { type RealGlance, realGlance } from '@berth/compute/testing/glance/real-glance.ts';
import { isAwaited, textOf } from '@berth/api-kit/response.ts';
import { imagesInProcess } from '@berth/images/testing/images-in-process.ts';
import { explained } from './explained.ts';
import { type ImageAnswer, masked } from './masked.ts';
import { type ImageRequest, type Known, randomRequest } from './random-request.ts';

export interface Compared {
  readonly requests: number;
  readonly byStatus: ReadonlyMap<number, number>;
  readonly explained: ReadonlyMap<string, number>;
  readonly unexplained: number;
}

const roundLength = 100;

/** Sends the same random requests to both, in rounds that begin with nothing, and tells of each answer that differs. */
export async function comparison(
  requests: number,
  seed: string,
  tell: (text: string) => void,
  onRound: (requests: number) => void = () => undefined,
): Promise<Compared> {
  await using glance = await realGlance();
  const byStatus = new Map<number, number>();
  const known = new Map<string, number>();
  let unexplained = 0;
  let sent = 0;
  for (let number = 1; sent < requests; number++) {
    const count = Math.min(roundLength, requests - sent);
    for (const { request, ours, theirs, reason } of await round(glance, `${seed} ${number}`, count)) {
      sent++;
      byStatus.set(theirs.status, (byStatus.get(theirs.status) ?? 0) + 1);
      if (reason === 'same') continue;
      if (reason !== null) known.set(reason, (known.get(reason) ?? 0) + 1);
      else {
        unexplained++;
        tell(
          `${JSON.stringify(request)}\n  ours   ${JSON.stringify(masked(ours))}\n  theirs ${JSON.stringify(masked(theirs))}\n`,
        );
      }
    }
    onRound(sent);
  }
  return { requests, byStatus, explained: known, unexplained };
}

interface Exchange {
  readonly request: ImageRequest;
  readonly ours: ImageAnswer;
  readonly theirs: ImageAnswer;
  /** The id of what explains that they differ; null: nothing does. */
  readonly reason: string | null;
}

async function round(glance: RealGlance, seed: string, count: number): Promise<readonly Exchange[]> {
  await fetch(`${glance.url}/_oracle/reset`, { method: 'POST' });
  const { handle } = imagesInProcess();
  const prng = new Prng(seed);
  const known: Known = { ids: [], deleted: [] };
  const exchanges: Exchange[] = [];
  for (let index = 0; index < count; index++) {
    const request = randomRequest(prng, known);
    const theirs = await askGlance(glance.url, request);
    const ours = await askOurs(handle, request);
    const reason = reasonOf(request, ours, theirs);
    exchanges.push({ request, ours, theirs, reason });
    // From here on they are two worlds.
    if (ours.status < 300 !== theirs.status < 300) break;
    note(known, request, theirs);
  }
  return exchanges;
}

function reasonOf(request: ImageRequest, ours: ImageAnswer, theirs: ImageAnswer): string | null {
  if (isDeepStrictEqual(masked(ours), masked(theirs))) return 'same';
  return explained.find(({ covers }) => covers(request, ours, theirs))?.id ?? null;
}

function note(known: Known, { method, path }: ImageRequest, { status, text }: ImageAnswer): void {
  if (method === 'POST' && status === 201) known.ids.push((JSON.parse(text) as { id: string }).id);
  const id = /^\/v2\/images\/([^/]+)$/.exec(path)?.[1];
  if (method !== 'DELETE' || status !== 204 || id === undefined) return;
  known.ids.splice(known.ids.indexOf(id), 1);
  known.deleted.push(id);
}

async function askGlance(
  url: string,
  { method, path, token, headers, body }: ImageRequest,
): Promise<ImageAnswer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...headers,
      'x-auth-token': token,
      ...(body === undefined || 'content-type' in headers ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  };
}

async function askOurs(
  handle: ReturnType<typeof imagesInProcess>['handle'],
  { method, path, token, headers, body }: ImageRequest,
): Promise<ImageAnswer> {
  const answer = await handle({
    method,
    target: path,
    headers: { ...headers, 'x-auth-token': token },
    body: Buffer.from(body ?? ''),
    origin: 'http://h',
    remoteAddress: '',
  });
  const text = isAwaited(answer.body)
    ? Buffer.concat(await Array.fromAsync(answer.body(new AbortController().signal))).toString()
    : textOf(answer.body);
  return { status: answer.status, headers: answer.headers, text };
}
