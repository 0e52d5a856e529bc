import { ask, jsonOf, Peer, succeeded } from '../../differential/exchange.ts';
import type { Fact, Outcome, Write } from '../checking/history.ts';
import {
  factsOfConsumer,
  factsOfHolders,
  factsOfInventories,
  factsOfProviders,
  factsOfUsages,
  outcomeOfWrite,
  type WireConsumer,
  type WireHolders,
  type WireInventories,
  type WireProviders,
  type WireUsages,
} from './answers.ts';
import type { Recorder } from './recorder.ts';
import { requestOf } from './requests.ts';

/** One client of one process. All it asks, and what it is told, is taken down. */
export class Caller {
  readonly client: number;
  readonly process: number;
  readonly #peer: Peer;
  readonly #recorder: Recorder;

  constructor(client: number, process: number, url: string, recorder: Recorder) {
    this.client = client;
    this.process = process;
    this.#peer = new Peer(url);
    this.#recorder = recorder;
  }

  newId(): number {
    return this.#recorder.newId();
  }

  now(): number {
    return this.#recorder.now();
  }

  consumer(id: string): Promise<WireConsumer | null> {
    return this.#look(`/allocations/${id}`, (seen: WireConsumer) => factsOfConsumer(id, seen));
  }

  holders(id: string): Promise<WireHolders | null> {
    return this.#look(`/resource_providers/${id}/allocations`, (seen: WireHolders) =>
      factsOfHolders(id, seen),
    );
  }

  usages(id: string): Promise<WireUsages | null> {
    return this.#look(`/resource_providers/${id}/usages`, (seen: WireUsages) => factsOfUsages(id, seen));
  }

  inventories(id: string): Promise<WireInventories | null> {
    return this.#look(`/resource_providers/${id}/inventories`, (seen: WireInventories) =>
      factsOfInventories(id, seen),
    );
  }

  providers(): Promise<WireProviders | null> {
    return this.#look('/resource_providers', factsOfProviders);
  }

  /** The form is PUT or POST where both would do. */
  async write(id: number, write: Write, form: 'PUT' | 'POST' = 'PUT'): Promise<Outcome> {
    const startedMs = this.#recorder.now();
    const outcome = outcomeOfWrite(await this.#peer.send(requestOf(id, write, form)));
    this.#note(id, write, startedMs, outcome);
    return outcome;
  }

  close(): void {
    this.#peer.close();
  }

  /** Null when there was no answer. */
  async #look<Seen>(path: string, factsOf: (seen: Seen) => Fact[]): Promise<Seen | null> {
    const id = this.newId();
    const startedMs = this.#recorder.now();
    const answer = await this.#peer.send(ask('GET', path, 38));
    if (!succeeded(answer)) {
      const isAway = answer.status === 503 || answer.status === 0;
      const refusal = { kind: 'other', text: `${answer.status} ${answer.text}` } as const;
      this.#note(
        id,
        { kind: 'look', path },
        startedMs,
        isAway ? { kind: 'not done' } : { kind: 'refused', refusal },
      );
      return null;
    }
    const seen = jsonOf(answer) as Seen; // The path says what is answered.
    this.#note(id, { kind: 'look', path }, startedMs, { kind: 'seen', facts: factsOf(seen) });
    return seen;
  }

  #note(
    id: number,
    asked: Write | { kind: 'look'; path: string },
    startedMs: number,
    outcome: Outcome,
  ): void {
    this.#recorder.note({ id, client: this.client, process: this.process, asked, startedMs, outcome });
  }
}
