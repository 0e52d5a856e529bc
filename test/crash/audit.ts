import { isDeepStrictEqual } from 'node:util';
import { ask, jsonOf, type Peer } from '../differential/exchange.ts';
import { Wrong } from './load-client.ts';
import type { Model } from './model.ts';
import type { Operation } from './operation.ts';
import { type Allocations, type ConsumerState, type Effect, type Inventories, owner } from './state.ts';

/**
 * Compares all that the server shows with the model. What was pending at the kill may have happened or not, each
 * operation for itself, but whole; the model then learns which. Throws `Wrong` at the first thing that is not so.
 */
export async function audit(peer: Peer, model: Model, pending: readonly Operation[]): Promise<AuditResult> {
  const auditor = new Auditor(peer, model);
  let happened = 0;
  for (const operation of pending) if (await auditor.settle(operation)) happened += 1;
  for (const consumer of model.consumers.keys()) await auditor.checkConsumer(consumer);
  for (const provider of model.inventories.keys()) await auditor.checkProvider(provider);
  return { happened, didNotHappen: pending.length - happened };
}

export interface AuditResult {
  readonly happened: number;
  readonly didNotHappen: number;
}

class Auditor {
  readonly #peer: Peer;
  readonly #model: Model;

  constructor(peer: Peer, model: Model) {
    this.#peer = peer;
    this.#model = model;
  }

  /** Whether the operation has happened; the model has it then. */
  async settle(operation: Operation): Promise<boolean> {
    const { effect, name, expects } = operation;
    const found = await this.#statesOf(effect);
    if (isDeepStrictEqual(found, this.#knownStatesOf(effect))) return false;
    if (expects !== 'refusal' && isDeepStrictEqual(found, effect)) {
      this.#model.acknowledge(effect);
      return true;
    }
    throw new Wrong(
      `a ${name} that was not answered has happened in part: there is ${shown(found)}, before there was ` +
        `${shown(this.#knownStatesOf(effect))}, and there was to be ${shown(effect)}`,
    );
  }

  async checkConsumer(consumer: string): Promise<void> {
    const found = await this.#consumer(consumer);
    const known = this.#model.consumers.get(consumer) ?? null;
    if (!isDeepStrictEqual(found, known))
      throw new Wrong(`consumer ${consumer} was ${JSON.stringify(known)} and is ${JSON.stringify(found)}`);
  }

  /** Inventories as acknowledged, usage the sum of the model's, nothing exceeded, nobody there who should not be. */
  async checkProvider(provider: string): Promise<void> {
    const found = await this.#inventories(provider);
    const known = this.#model.inventories.get(provider) ?? {};
    if (!isDeepStrictEqual(found, known))
      throw new Wrong(
        `the inventories of ${provider} were ${JSON.stringify(known)} and are ${JSON.stringify(found)}`,
      );
    const { usages } = await this.#read<{ usages: Record<string, number> }>(
      `/resource_providers/${provider}/usages`,
    );
    const sums = this.#model.usageOf(provider);
    for (const [name, { total, reserved, allocation_ratio }] of Object.entries(found)) {
      const used = usages[name] ?? 0;
      if (used !== (sums.get(name) ?? 0))
        throw new Wrong(`${used} ${name} of ${provider} are used, but ${sums.get(name) ?? 0} are allocated`);
      if (used > (total - reserved) * allocation_ratio)
        throw new Wrong(`${used} ${name} of ${provider} are used, of ${total}`);
    }
    const { allocations } = await this.#read<{ allocations: object }>(
      `/resource_providers/${provider}/allocations`,
    );
    const holders = Object.keys(allocations).sort();
    if (!isDeepStrictEqual(holders, this.#model.holdersOf(provider).sort()))
      throw new Wrong(`provider ${provider} is used by ${holders.join(', ')}`);
  }

  #knownStatesOf(effect: Effect): Effect {
    return {
      consumers: new Map(
        [...effect.consumers.keys()].map((id) => [id, this.#model.consumers.get(id) ?? null]),
      ),
      inventories: new Map(
        [...effect.inventories.keys()].map((id) => [id, this.#model.inventories.get(id) ?? {}]),
      ),
    };
  }

  async #statesOf(effect: Effect): Promise<Effect> {
    const consumers = new Map<string, ConsumerState | null>();
    for (const id of effect.consumers.keys()) consumers.set(id, await this.#consumer(id));
    const inventories = new Map<string, Inventories>();
    for (const id of effect.inventories.keys()) inventories.set(id, await this.#inventories(id));
    return { consumers, inventories };
  }

  async #consumer(id: string): Promise<ConsumerState | null> {
    const { allocations, consumer_generation, ...rest } = await this.#read<WireConsumer>(
      `/allocations/${id}`,
    );
    const held = Object.entries(allocations).map(([provider, { resources, generation }]) => {
      this.#noteGeneration(provider, generation);
      return [provider, resources] as const;
    });
    if (held.length === 0 || consumer_generation === undefined) return null;
    if (!isDeepStrictEqual(rest, owner)) throw new Wrong(`consumer ${id} is of ${JSON.stringify(rest)}`);
    return { generation: consumer_generation, allocations: Object.fromEntries(held) satisfies Allocations };
  }

  async #inventories(id: string): Promise<Inventories> {
    const { inventories, resource_provider_generation } = await this.#read<WireInventories>(
      `/resource_providers/${id}/inventories`,
    );
    this.#noteGeneration(id, resource_provider_generation);
    return inventories;
  }

  /** A generation that was seen once is never undone. */
  #noteGeneration(provider: string, generation: number): void {
    const atLeast = this.#model.generationOf(provider);
    if (generation < atLeast)
      throw new Wrong(`provider ${provider} was at generation ${atLeast} and is back at ${generation}`);
    this.#model.reached(provider, generation);
  }

  async #read<Body>(path: string): Promise<Body> {
    const answer = await this.#peer.send(ask('GET', path, 38));
    if (answer.status !== 200)
      throw new Wrong(`GET ${path} was answered with ${answer.status}: ${answer.text}`);
    return jsonOf(answer) as Body;
  }
}

interface WireConsumer {
  readonly allocations: Readonly<
    Record<string, { readonly resources: Readonly<Record<string, number>>; readonly generation: number }>
  >;
  readonly consumer_generation?: number;
}

interface WireInventories {
  readonly inventories: Inventories;
  readonly resource_provider_generation: number;
}

const shown = ({ consumers, inventories }: Effect): string =>
  JSON.stringify({ ...Object.fromEntries(consumers), ...Object.fromEntries(inventories) });
