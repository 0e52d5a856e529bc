import type { Prng } from '@berth/testing/prng.ts';
import { type Answer, ask, jsonOf, Peer, succeeded } from '../differential/exchange.ts';
import type { Cast, Part } from './cast.ts';
import type { Model } from './model.ts';
import { nextOperation, type Operation, type Scene } from './operation.ts';

/** What the clients have met, over all their lives. */
export class Counts {
  acknowledged = 0;
  refused = 0;
  /** Requests without an answer at a kill, by what was found afterwards. */
  happened = 0;
  didNotHappen = 0;
  readonly byName = new Map<string, number>();
}

/** Thrown where the server has done what it must not; ends the test. */
export class Wrong extends Error {}

/** The server is gone, so there is no answer. */
class Gone extends Error {}

/** One client: does one thing after the other until the server is gone. */
export class LoadClient {
  readonly #peer: Peer;
  readonly #scene: Scene;
  readonly #model: Model;
  readonly #counts: Counts;
  /** What it was waiting for when the server went. */
  #pending: Operation | null = null;

  constructor(url: string, cast: Cast, part: Part, model: Model, prng: Prng, counts: Counts) {
    this.#peer = new Peer(url);
    this.#model = model;
    this.#counts = counts;
    this.#scene = {
      prng,
      part,
      hosts: cast.hosts,
      model,
      generationOf: (provider) => this.#generationOf(provider),
    };
  }

  /** The request whose answer did not come: nobody knows whether it has happened. */
  get pending(): Operation | null {
    return this.#pending;
  }

  async work(): Promise<void> {
    try {
      for (;;) await this.#step();
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
    } finally {
      this.#peer.close();
    }
  }

  async #step(): Promise<void> {
    const operation = await nextOperation(this.#scene);
    if (operation === null) return;
    const before = new Map(operation.touches.map((each) => [each, this.#model.generationOf(each)]));
    this.#pending = operation;
    const answer = await this.#peer.send(operation.request);
    if (answer.status === 0) throw new Gone();
    this.#pending = null;
    this.#judge(operation, answer);
    if (!succeeded(answer)) {
      this.#counts.refused += 1;
      return;
    }
    this.#counts.acknowledged += 1;
    this.#counts.byName.set(operation.name, (this.#counts.byName.get(operation.name) ?? 0) + 1);
    this.#model.acknowledge(operation.effect);
    for (const [provider, generation] of before) this.#model.reached(provider, generation + 1);
  }

  #judge({ name, expects, request }: Operation, answer: Answer): void {
    const isRefusal = [404, 409].includes(answer.status);
    const isRight = (succeeded(answer) && expects !== 'refusal') || (isRefusal && expects !== 'success');
    if (isRight) return;
    throw new Wrong(
      `a ${name} was answered with ${answer.status}, ${expects} was expected\n` +
        `  ${request.method} ${request.path} ${request.body}\n  ${answer.text}`,
    );
  }

  async #generationOf(provider: string): Promise<number> {
    const atLeast = this.#model.generationOf(provider);
    const answer = await this.#peer.send(ask('GET', `/resource_providers/${provider}`, 38));
    if (answer.status === 0) throw new Gone();
    const { generation } = (jsonOf(answer) ?? {}) as { generation?: number };
    if (generation === undefined || generation < atLeast)
      throw new Wrong(`provider ${provider} was at generation ${atLeast} and is at ${generation}`);
    this.#model.reached(provider, generation);
    return generation;
  }
}
