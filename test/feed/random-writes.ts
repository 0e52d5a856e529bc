import { Prng } from '@berth/testing/prng.ts';
import { buildRequests } from '../differential/build-world.ts';
import { emptyServer } from '../differential/empty-server.ts';
import { type Answer, Peer, type Request, succeeded } from '../differential/exchange.ts';
import { generateWorld } from '../differential/generate-world.ts';
import { Look } from '../differential/look.ts';
import type { World } from '../differential/world.ts';
import { generateWrite } from '../differential/writes.ts';

export interface WriteCounts {
  /** Writes that the server has carried out. */
  done: number;
  /** Writes that it has refused. */
  refused: number;
}

/** So many writes go to one small cloud, before it is torn down and another one is built: they wear it out. */
const writesEach = 600;

/**
 * Random writes of several clients until so many have been carried out: sensible ones, those that are refused, malformed
 * ones; and now and then everything is removed, which is a write for each thing, and built anew.
 */
export async function randomWrites(
  urls: readonly string[],
  { seed, writes, clients }: { readonly seed: string; readonly writes: number; readonly clients: number },
  onProgress: (counts: WriteCounts) => void,
): Promise<WriteCounts> {
  const counts: WriteCounts = { done: 0, refused: 0 };
  const peers = Array.from({ length: clients }, (_, index) => {
    return new CountingPeer(urls[index % urls.length] ?? '', counts);
  });
  const [first] = peers;
  if (first === undefined) throw new Error('somebody has to write');
  try {
    for (let round = 0; counts.done < writes; round++) {
      const world = generateWorld(new Prng(`${seed}/${round}/world`));
      await emptyServer(first);
      for (const request of buildRequests(world)) await mustSucceed(first, request);
      const until = Math.min(writes, counts.done + writesEach);
      await Promise.all(
        peers.map((peer, index) => {
          return writeSome(peer, world, new Prng(`${seed}/${round}/${index}`), () => counts.done >= until);
        }),
      );
      onProgress(counts);
    }
  } finally {
    for (const peer of peers) peer.close();
  }
  return counts;
}

async function writeSome(peer: Peer, world: World, prng: Prng, isOver: () => boolean): Promise<void> {
  const look = new Look(peer);
  for (let attempts = 0; !isOver() && attempts < 4 * writesEach; attempts++) {
    look.forget();
    const request = await generateWrite(prng, world, look).catch(nullIfGone);
    if (request === null) continue;
    const answer = await peer.send(request);
    if (answer.status === 0 || answer.status >= 500) {
      throw new Error(`${request.method} ${request.path}: ${answer.status} ${answer.text}`);
    }
  }
}

/** Another client may have removed what this one was about to look at. */
function nullIfGone(error: unknown): null {
  if (error instanceof Error && /: 404 /.test(error.message)) return null;
  throw error;
}

async function mustSucceed(peer: Peer, request: Request): Promise<void> {
  const answer = await peer.send(request);
  if (!succeeded(answer)) throw new Error(`${request.method} ${request.path}: ${answer.text}`);
}

class CountingPeer extends Peer {
  readonly #counts: WriteCounts;

  constructor(url: string, counts: WriteCounts) {
    super(url);
    this.#counts = counts;
  }

  override async send(request: Request): Promise<Answer> {
    const answer = await super.send(request);
    if (request.method === 'GET') return answer;
    if (succeeded(answer)) this.#counts.done++;
    else this.#counts.refused++;
    return answer;
  }
}
