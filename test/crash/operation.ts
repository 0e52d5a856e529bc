import type { Prng } from '@berth/testing/prng.ts';
import { ask, type Request } from '../differential/exchange.ts';
import { type Part, shapedClass } from './cast.ts';
import type { Model } from './model.ts';
import {
  type Allocations,
  type ConsumerState,
  type Effect,
  type Inventories,
  inventory,
  noEffect,
  owner,
} from './state.ts';

/** One write of a client. */
export interface Operation {
  readonly name: string;
  readonly request: Request;
  /** Others may have taken the last of something; what is stale must be refused. */
  readonly expects: 'success' | 'refusal' | 'either';
  readonly effect: Effect;
  /** Providers that it moves on by a generation. */
  readonly touches: readonly string[];
}

/** What there is to choose from when a client makes up its next operation. */
export interface Scene {
  readonly prng: Prng;
  readonly part: Part;
  /** Those that all clients claim from. */
  readonly hosts: readonly string[];
  readonly model: Model;
  /** As just read from the server. */
  readonly generationOf: (provider: string) => Promise<number>;
}

/** Something to do, or null where what was chosen is not possible now. */
export function nextOperation(scene: Scene): Promise<Operation | null> {
  return Promise.resolve(scene.prng.weighted(kinds)(scene));
}

type Make = (scene: Scene) => Operation | null | Promise<Operation | null>;

const kinds: readonly (readonly [number, Make])[] = [
  [6, claimNew],
  [5, replace],
  [3, claimStale],
  [2, remove],
  [1, giveBack],
  [4, swap],
  [2, swapStale],
  [4, reshape],
  [2, reshapeStale],
  [3, changeInventory],
  [2, changeInventoryStale],
];

function claimNew(scene: Scene): Operation | null {
  const consumer = absent(scene);
  if (consumer === null) return null;
  return claim('claim', consumer, null, someAllocations(scene), 'either');
}

function replace(scene: Scene): Operation | null {
  const [consumer] = present(scene, 1);
  return consumer ? claim('replace', ...consumer, someAllocations(scene), 'either') : null;
}

function claimStale(scene: Scene): Operation | null {
  const { prng } = scene;
  const [found] = present(scene, 1);
  const [consumer, state] = found ?? [prng.pick(scene.part.consumers), null];
  const generation =
    state === null ? prng.between(1, 3) : prng.pick([null, state.generation - 1, state.generation + 1]);
  const body = claimBody(someAllocations(scene), state);
  return {
    name: 'stale claim',
    request: ask('PUT', `/allocations/${consumer}`, 38, { ...body, consumer_generation: generation }),
    expects: 'refusal',
    effect: noEffect,
    touches: [],
  };
}

function remove({ prng, part, model }: Scene): Operation {
  const consumer = prng.pick(part.consumers);
  const isThere = model.consumers.get(consumer) !== null;
  return {
    name: 'delete',
    request: ask('DELETE', `/allocations/${consumer}`, 38),
    expects: isThere ? 'success' : 'refusal',
    effect: isThere ? { ...noEffect, consumers: new Map([[consumer, null]]) } : noEffect,
    touches: [],
  };
}

function giveBack(scene: Scene): Operation | null {
  const [consumer] = present(scene, 1);
  return consumer ? claim('give back', ...consumer, {}, 'success') : null;
}

/** Two consumers change places, in one step: there is always room for that. */
function swap(scene: Scene): Operation | null {
  const [one, other] = present(scene, 2);
  if (!one || !other) return null;
  const swapped = new Map([
    [one[0], { generation: one[1].generation + 1, allocations: other[1].allocations }],
    [other[0], { generation: other[1].generation + 1, allocations: one[1].allocations }],
  ]);
  const body = {
    [one[0]]: claimBody(other[1].allocations, one[1]),
    [other[0]]: claimBody(one[1].allocations, other[1]),
  };
  return {
    name: 'swap',
    request: ask('POST', '/allocations', 38, body),
    expects: 'success',
    effect: { ...noEffect, consumers: swapped },
    touches: Object.keys({ ...one[1].allocations, ...other[1].allocations }),
  };
}

/** The second of the two is stale: neither may change. */
function swapStale(scene: Scene): Operation | null {
  const [one, other] = present(scene, 2);
  if (!one || !other) return null;
  const body = {
    [one[0]]: claimBody(other[1].allocations, one[1]),
    [other[0]]: { ...claimBody(one[1].allocations, other[1]), consumer_generation: null },
  };
  return {
    name: 'stale swap',
    request: ask('POST', '/allocations', 38, body),
    expects: 'refusal',
    effect: noEffect,
    touches: [],
  };
}

/** Moves a class and all that is allocated of it from one end to the other. */
async function reshape(scene: Scene): Promise<Operation> {
  const { from, to, body, effect } = await reshaping(scene, 0);
  return {
    name: 'reshape',
    request: ask('POST', '/reshaper', 38, body),
    expects: 'success',
    effect,
    touches: [from, to],
  };
}

async function reshapeStale(scene: Scene): Promise<Operation> {
  const { body } = await reshaping(scene, scene.prng.pick([-1, 1]));
  return {
    name: 'stale reshape',
    request: ask('POST', '/reshaper', 38, body),
    expects: 'refusal',
    effect: noEffect,
    touches: [],
  };
}

async function reshaping({ part, model, generationOf }: Scene, off: number) {
  const { root, child } = part;
  const isAtRoot = model.inventories.get(root)?.[shapedClass] !== undefined;
  const [from, to] = isAtRoot ? [root, child] : [child, root];
  const moved = { [shapedClass]: inventory(100) };
  const consumers = new Map<string, ConsumerState>();
  const allocations: Record<string, unknown> = {};
  for (const consumer of model.holdersOf(from)) {
    const state = model.consumers.get(consumer);
    if (!state) continue;
    const { [from]: held = {}, ...others } = state.allocations;
    const after = { ...others, [to]: held };
    allocations[consumer] = claimBody(after, state);
    consumers.set(consumer, { generation: state.generation + 1, allocations: after });
  }
  const inventories = {
    [from]: { inventories: {}, resource_provider_generation: await generationOf(from) },
    [to]: { inventories: moved, resource_provider_generation: (await generationOf(to)) + off },
  };
  const effect: Effect = {
    consumers,
    inventories: new Map<string, Inventories>([
      [from, {}],
      [to, moved],
    ]),
  };
  return { from, to, body: { inventories, allocations }, effect };
}

/** Never to less than there was, so that what is used always fits; claims of others may come in between. */
async function changeInventory(scene: Scene): Promise<Operation | null> {
  const { prng, part, model, generationOf } = scene;
  if (part.hosts.length === 0) return null;
  const host = prng.pick(part.hosts);
  const before = model.inventories.get(host) ?? {};
  const total = (before['VCPU']?.total ?? 0) + (prng.chance(0.1) ? 1 : 0);
  const after = { ...before, VCPU: inventory(total, prng.between(6, 12)) };
  const generation = { resource_provider_generation: await generationOf(host) };
  const request = prng.chance(0.5)
    ? ask('PUT', `/resource_providers/${host}/inventories/VCPU`, 38, { ...after.VCPU, ...generation })
    : ask('PUT', `/resource_providers/${host}/inventories`, 38, { inventories: after, ...generation });
  return {
    name: 'inventory',
    request,
    expects: 'either',
    effect: { ...noEffect, inventories: new Map([[host, after]]) },
    touches: [host],
  };
}

/** Would leave less than is used, if it were not stale. */
async function changeInventoryStale({ prng, hosts, generationOf }: Scene): Promise<Operation> {
  const host = prng.pick(hosts);
  const body = { ...inventory(1), resource_provider_generation: (await generationOf(host)) - 1 };
  return {
    name: 'stale inventory',
    request: ask('PUT', `/resource_providers/${host}/inventories/VCPU`, 38, body),
    expects: 'refusal',
    effect: noEffect,
    touches: [],
  };
}

function claim(
  name: string,
  consumer: string,
  state: ConsumerState | null,
  allocations: Allocations,
  expects: Operation['expects'],
): Operation {
  const providers = Object.keys(allocations);
  const after = providers.length === 0 ? null : { generation: (state?.generation ?? 0) + 1, allocations };
  return {
    name,
    request: ask('PUT', `/allocations/${consumer}`, 38, claimBody(allocations, state)),
    expects,
    effect: { ...noEffect, consumers: new Map([[consumer, after]]) },
    touches: providers,
  };
}

function claimBody(allocations: Allocations, state: ConsumerState | null) {
  const wire = Object.fromEntries(
    Object.entries(allocations).map(([provider, resources]) => [provider, { resources }]),
  );
  return { ...owner, allocations: wire, consumer_generation: state?.generation ?? null };
}

/** From one or two hosts, and sometimes of the class that is reshaped, from wherever it is. */
function someAllocations({ prng, part, hosts, model }: Scene): Allocations {
  const allocations: Record<string, Record<string, number>> = {};
  for (const host of prng.some(hosts, 1, 2)) {
    allocations[host] = { VCPU: prng.between(1, 6), ...(prng.chance(0.5) ? { MEMORY_MB: 256 } : {}) };
  }
  if (prng.chance(0.5)) {
    const isAtRoot = model.inventories.get(part.root)?.[shapedClass] !== undefined;
    allocations[isAtRoot ? part.root : part.child] = { [shapedClass]: prng.between(1, 5) };
  }
  return allocations;
}

function present({ prng, part, model }: Scene, count: number): [string, ConsumerState][] {
  return prng
    .shuffled(part.consumers)
    .flatMap((consumer): [string, ConsumerState][] => {
      const state = model.consumers.get(consumer);
      return state ? [[consumer, state]] : [];
    })
    .slice(0, count);
}

function absent({ prng, part, model }: Scene): string | null {
  const consumers = part.consumers.filter((consumer) => !model.consumers.get(consumer));
  return consumers.length === 0 ? null : prng.pick(consumers);
}
