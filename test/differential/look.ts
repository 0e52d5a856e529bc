import { ask, jsonOf, type Peer } from './exchange.ts';
import type { Amounts, Inventory } from './world.ts';

export type SeenProvider = {
  readonly uuid: string;
  readonly name: string;
  readonly generation: number;
  readonly parent_provider_uuid: string | null;
  readonly root_provider_uuid: string;
};

export type SeenConsumer = {
  readonly uuid: string;
  /** Null where it does not exist. */
  readonly generation: number | null;
  readonly project: string;
  readonly user: string;
  readonly type: string;
  readonly allocations: Amounts;
};

/**
 * What the original holds right now, asked only for what a write needs: mostly the generations.
 * Kept until `forget`, which every write must be followed by.
 */
export class Look {
  readonly #peer: Peer;
  readonly #seen = new Map<string, Promise<unknown>>();

  constructor(peer: Peer) {
    this.#peer = peer;
  }

  forget(): void {
    this.#seen.clear();
  }

  async providers(): Promise<readonly SeenProvider[]> {
    const body = (await this.#get('/resource_providers')) as { resource_providers: SeenProvider[] };
    // The original promises no order here; a choice from the list must not depend on it.
    return body.resource_providers.sort((left, right) => (left.uuid < right.uuid ? -1 : 1));
  }

  async inventories(provider: string): Promise<Readonly<Record<string, Inventory>>> {
    const body = (await this.#get(`/resource_providers/${provider}/inventories`)) as {
      inventories: Record<string, Inventory>;
    };
    return sorted(body.inventories);
  }

  async usages(provider: string): Promise<Readonly<Record<string, number>>> {
    return ((await this.#get(`/resource_providers/${provider}/usages`)) as { usages: Record<string, number> })
      .usages;
  }

  /** The consumers with allocations on a provider. */
  async consumersOn(provider: string): Promise<readonly string[]> {
    const body = (await this.#get(`/resource_providers/${provider}/allocations`)) as { allocations: object };
    return Object.keys(body.allocations).sort();
  }

  async consumer(uuid: string): Promise<SeenConsumer> {
    const body = (await this.#get(`/allocations/${uuid}`)) as {
      allocations: Record<string, { resources: Record<string, number> }>;
      consumer_generation?: number;
      project_id?: string;
      user_id?: string;
      consumer_type?: string;
    };
    const type = body.consumer_type ?? 'INSTANCE';
    return {
      uuid,
      generation: body.consumer_generation ?? null,
      project: body.project_id ?? 'project-a',
      user: body.user_id ?? 'user-a',
      // The type of consumers from before 1.38; it cannot be written.
      type: type === 'unknown' ? 'INSTANCE' : type,
      allocations: sorted(
        Object.fromEntries(
          Object.entries(body.allocations).map(([key, { resources }]) => [key, sorted(resources)]),
        ),
      ),
    };
  }

  #get(path: string): Promise<unknown> {
    const known = this.#seen.get(path);
    if (known !== undefined) return known;
    const answer = this.#peer.send(ask('GET', path, 39)).then((got) => {
      if (got.status !== 200)
        throw new Error(`the oracle cannot be asked: GET ${path}: ${got.status} ${got.text}`);
      return jsonOf(got);
    });
    this.#seen.set(path, answer);
    return answer;
  }
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));
}
