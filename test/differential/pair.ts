import type { Difference } from './body-differences.ts';
import { buildRequests } from './build-world.ts';
import { compare, generatedUuid, headerDifferences } from './compare.ts';
import { dumpRequests } from './dump.ts';
import { type Answer, ask, type Request, succeeded } from './exchange.ts';
import { compareIntended, intended, mayInflate, uninflated } from './inflated.ts';
import { compareLimited, isLimited, withoutLimit } from './limited.ts';
import type { Server } from './server.ts';
import type { World } from './world.ts';

export type Outcome = {
  readonly request: Request;
  /** What the original said; where it was asked again for a comparison, what it said then. */
  readonly a: Answer;
  readonly b: Answer;
  readonly differences: readonly Difference[];
};

/** The original (A) and the server compared with it (B), asked the same. */
export class Pair {
  readonly a: Server;
  readonly b: Server;
  /** Whether both are the original: then what it gets wrong is not held against B. */
  readonly #isSame: boolean;

  constructor(a: Server, b: Server, isSame: boolean) {
    this.a = a;
    this.b = b;
    this.#isSame = isSame;
  }

  /** Sends a request to both and compares the answers. */
  async exchange(request: Request): Promise<Outcome> {
    const [a, b] = await Promise.all([this.a.peer.send(request), this.b.peer.send(request)]);
    if (a.status === 0)
      throw new Error(`the oracle does not answer ${request.method} ${request.path}: ${a.text}`);
    await this.#removeGenerated(request, a, b);
    const isAnswered = a.status === 200 && b.status === 200;
    if (isAnswered && mayInflate(request)) return await this.#uninflated(request, a, b);
    if (isAnswered && isLimited(request)) return await this.#limited(request, a, b);
    return { request, a, b, differences: compare(request, a, b) };
  }

  async #limited(request: Request, a: Answer, b: Answer): Promise<Outcome> {
    const full = await this.#askOriginal(withoutLimit(request));
    return {
      request,
      a: full,
      b,
      differences: [...headerDifferences(request, a, b), ...compareLimited(a, b, full)],
    };
  }

  async #uninflated(request: Request, a: Answer, b: Answer): Promise<Outcome> {
    const [first] = compare(request, a, b);
    if (first === undefined) return { request, a, b, differences: [] };
    const inflated = { ...first, where: 'inflated amounts' };
    const question = this.#isSame ? null : uninflated(request);
    if (question === null)
      return { request, a, b, differences: [...headerDifferences(request, a, b), inflated] };
    const right = intended(request, await this.#askOriginal(question));
    const differences = [
      ...headerDifferences(request, a, b),
      inflated,
      ...compareIntended(request, right, b),
    ];
    return { request, a: right, b, differences };
  }

  /** A question of our own, about one that was answered: it must be answered too. */
  async #askOriginal(request: Request): Promise<Answer> {
    const answer = await this.a.peer.send(request);
    if (answer.status !== 200)
      throw new Error(`the oracle: GET ${request.path}: ${answer.status} ${answer.text}`);
    return answer;
  }

  /** A provider whose uuid the server chose is another one on each side; nothing after it may meet it. */
  async #removeGenerated(request: Request, a: Answer, b: Answer): Promise<void> {
    const removals = (
      [
        [this.a, a],
        [this.b, b],
      ] as const
    ).map(async ([server, answer]) => {
      const uuid = succeeded(answer) ? generatedUuid(request, answer) : null;
      if (uuid !== null) await server.peer.send(ask('DELETE', `/resource_providers/${uuid}`, 39));
    });
    await Promise.all(removals);
  }

  /** Empties both and brings the world into them; gives the exchanges that differ. */
  async bring(world: World, how: 'reset' | 'restart'): Promise<Outcome[]> {
    await Promise.all([this.a[how](), this.b[how]()]);
    const differing: Outcome[] = [];
    for (const request of buildRequests(world)) {
      const outcome = await this.exchange(request);
      if (!succeeded(outcome.a)) {
        throw new Error(
          `a world must be buildable: ${request.method} ${request.path} ${request.body}: ${outcome.a.status} ${outcome.a.text}`,
        );
      }
      if (outcome.differences.length > 0) differing.push(outcome);
    }
    return differing;
  }

  /** Compares everything both hold; gives the exchanges that differ. */
  async compareState(world: World): Promise<Outcome[]> {
    const consumers = [...world.consumers.map(({ uuid }) => uuid), ...world.spareConsumers];
    const differing: Outcome[] = [];
    for (const request of await dumpRequests(this.a.peer, consumers)) {
      const outcome = await this.exchange(request);
      if (outcome.differences.length > 0) differing.push(outcome);
    }
    return differing;
  }
}
