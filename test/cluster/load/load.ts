import { Prng } from '@berth/testing/prng.ts';
import { checkHistory, type Verdict } from '../checking/check-history.ts';
import { type Cluster, type ClusterMember, setUp } from '../cluster.ts';
import { Caller } from './caller.ts';
import { type Cast, castFor, firstInventories, shapedClass } from './cast.ts';
import { LoadClient, type Tally } from './load-client.ts';
import { Recorder } from './recorder.ts';

export interface LoadOptions {
  readonly seed: string;
  readonly clients: number;
  readonly paceMs: number;
}

/** Clients spread over all processes of a cluster, who work at the same time on the same few things; and what comes of it. */
export class Load {
  readonly recorder = new Recorder();
  readonly tally: Tally = new Map();
  readonly cast: Cast;
  /** While it is, the clients begin nothing new. */
  isResting = false;
  readonly #cluster: Cluster;
  readonly #options: LoadOptions;
  /** The number of the last change before the load. */
  #setUpThrough = 0;
  #isOver = false;

  constructor(cluster: Cluster, options: LoadOptions) {
    this.#cluster = cluster;
    this.#options = options;
    this.cast = castFor(options.seed);
  }

  async setUp(): Promise<void> {
    const [member] = this.#cluster.members;
    await setUp(member as ClusterMember, [...setUpWrites(this.cast)]);
    this.#setUpThrough = (await this.#cluster.stored()).changes.length;
  }

  /** Until it is told to end, or so much was done. */
  async run(operations = Number.POSITIVE_INFINITY): Promise<void> {
    const { seed, clients, paceMs } = this.#options;
    const isOver = () => this.#isOver || this.recorder.operations.length >= operations;
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const { url, index } = this.#cluster.members[client % this.#cluster.members.length] as ClusterMember;
        const caller = new Caller(client, index, url, this.recorder);
        const prng = new Prng(`${seed}/${client}`);
        const working = new LoadClient(caller, this.cast, prng, this.tally, paceMs);
        await working.work(isOver, () => this.isResting);
        caller.close();
      }),
    );
  }

  end(): void {
    this.#isOver = true;
  }

  /** Everybody is asked once more for everything, and then all of it is checked. */
  async check(): Promise<Verdict> {
    for (const { url, index } of this.#cluster.members) {
      const caller = new Caller(this.#options.clients + index, index, url, this.recorder);
      for (const consumer of this.cast.consumers) await caller.consumer(consumer);
      for (const provider of firstInventories(this.cast).keys()) {
        await caller.holders(provider);
        await caller.usages(provider);
        await caller.inventories(provider);
      }
      caller.close();
    }
    const { changes, rows } = await this.#cluster.stored();
    return checkHistory({
      operations: this.recorder.operations,
      changes,
      setUpThrough: this.#setUpThrough,
      rows,
      losses: this.#cluster.losses,
      namedLost: this.#cluster.namedLost,
    });
  }
}

function* setUpWrites(cast: Cast): Generator<readonly [string, string, unknown?]> {
  yield ['PUT', `/resource_classes/${shapedClass}`];
  const children = new Map(cast.pairs.map(({ root, child }) => [child, root]));
  for (const uuid of firstInventories(cast).keys()) {
    const parent = children.get(uuid);
    yield [
      'POST',
      '/resource_providers',
      { name: uuid, uuid, ...(parent ? { parent_provider_uuid: parent } : {}) },
    ];
  }
  for (const [uuid, inventories] of firstInventories(cast)) {
    yield [
      'PUT',
      `/resource_providers/${uuid}/inventories`,
      { inventories, resource_provider_generation: 0 },
    ];
  }
}
