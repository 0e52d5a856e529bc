import { setTimeout as sleep } from 'node:timers/promises';
import type { Prng } from '@berth/testing/prng.ts';
import type { Allocations } from '../../crash/state.ts';
import { inventory } from '../../crash/state.ts';
import { type Claim, maxUnitOf, type Outcome, type Stock } from '../checking/history.ts';
import { allocationsIn } from './answers.ts';
import type { Caller } from './caller.ts';
import { type Cast, type Pair, shapedClass } from './cast.ts';

/** What was done, for the summary. */
export type Tally = Map<string, { done: number; refused: number; unanswered: number }>;

/** Does one thing after the other, until it is told to end. What it knows of the state it has just asked for. */
export class LoadClient {
  readonly #caller: Caller;
  readonly #cast: Cast;
  readonly #prng: Prng;
  readonly #tally: Tally;
  /** How long it thinks between two things. */
  readonly #paceMs: number;

  constructor(caller: Caller, cast: Cast, prng: Prng, tally: Tally, paceMs: number) {
    this.#caller = caller;
    this.#cast = cast;
    this.#prng = prng;
    this.#tally = tally;
    this.#paceMs = paceMs;
  }

  async work(isOver: () => boolean, isResting: () => boolean): Promise<void> {
    while (!isOver()) {
      if (isResting()) {
        await sleep(20);
        continue;
      }
      const isAnswered = await this.#prng.weighted(this.#choices)();
      // Whoever is not answered does not hammer.
      if (!isAnswered) await sleep(20);
      if (this.#paceMs > 0) await sleep(this.#prng.between(0, 2 * this.#paceMs));
    }
  }

  readonly #choices: readonly (readonly [number, () => Promise<boolean>])[] = [
    [30, () => this.#look()],
    [14, () => this.#claim('PUT')],
    [8, () => this.#claim('POST')],
    [6, () => this.#release()],
    [4, () => this.#giveBack()],
    [6, () => this.#move()],
    [4, () => this.#swap()],
    [5, () => this.#restock()],
    [3, () => this.#reshape()],
  ];

  async #look(): Promise<boolean> {
    const { hosts, pairs, consumers } = this.#cast;
    const provider = this.#prng.pick([...hosts, ...pairs.flatMap(({ root, child }) => [root, child])]);
    const seen = await this.#prng.pick([
      () => this.#caller.consumer(this.#prng.pick(consumers)),
      () => this.#caller.holders(provider),
      () => this.#caller.usages(provider),
      () => this.#caller.inventories(provider),
      () => this.#caller.providers(),
    ])();
    return this.#count('look', seen === null ? 'unanswered' : 'done');
  }

  /** Takes other things than before, or takes something at all. */
  async #claim(form: 'PUT' | 'POST'): Promise<boolean> {
    const claim = await this.#newClaim(this.#prng.pick(this.#cast.consumers), await this.#someAllocations());
    if (claim === null) return false;
    return this.#write(`claim (${form})`, { kind: 'claim', claims: [claim] }, form);
  }

  async #release(): Promise<boolean> {
    const consumer = this.#prng.pick(this.#cast.consumers);
    return this.#write('release (DELETE)', { kind: 'release', consumer });
  }

  async #giveBack(): Promise<boolean> {
    const claim = await this.#newClaim(this.#prng.pick(this.#cast.consumers), {});
    if (claim === null) return false;
    if (claim.expected === null) return true;
    return this.#write('release (PUT)', { kind: 'claim', claims: [claim] });
  }

  /** All that one consumer has becomes another's, as when a server is moved from host to host. */
  async #move(): Promise<boolean> {
    const [from = '', to = ''] = this.#prng.some(this.#cast.consumers, 2, 2);
    const had = await this.#caller.consumer(from);
    const taken = had && (await this.#newClaim(to, allocationsIn(had)));
    if (!taken) return false;
    if (had.consumer_generation === undefined) return true;
    const given = { consumer: from, expected: had.consumer_generation, allocations: {} };
    return this.#write('move', { kind: 'claim', claims: this.#prng.shuffled([given, taken]) });
  }

  async #swap(): Promise<boolean> {
    const [one = '', other = ''] = this.#prng.some(this.#cast.consumers, 2, 2);
    const [first, second] = [await this.#caller.consumer(one), await this.#caller.consumer(other)];
    if (first === null || second === null) return false;
    const [{ consumer_generation: a }, { consumer_generation: b }] = [first, second];
    if (a === undefined || b === undefined) return true;
    const claims = [
      { consumer: one, expected: a, allocations: allocationsIn(second) },
      { consumer: other, expected: b, allocations: allocationsIn(first) },
    ];
    return this.#write('swap', { kind: 'claim', claims });
  }

  /** Never less than is used. If that was outdated, the generation is too, and it has to be refused. */
  async #restock(): Promise<boolean> {
    const provider = this.#prng.pick(this.#cast.hosts);
    const lookedAtMs = this.#caller.now();
    const [usages, before] = [await this.#caller.usages(provider), await this.#caller.inventories(provider)];
    if (usages === null || before === null) return false;
    const total = this.#prng.between(Math.max(4, usages.usages['VCPU'] ?? 0), 30);
    const id = this.#caller.newId();
    const stock: Stock = {
      provider,
      expected: usages.resource_provider_generation,
      inventories: { ...before.inventories, VCPU: inventory(total, maxUnitOf(id)) },
    };
    return this.#write('inventory', { kind: 'stock', stock, lookedAtMs }, 'PUT', id);
  }

  /** Moves a class, and all that is held of it, to the other end. */
  async #reshape(): Promise<boolean> {
    const pair = this.#prng.pick(this.#cast.pairs);
    const ends = await this.#endsOf(pair);
    const holders = ends && (await this.#caller.holders(ends.from.provider));
    if (!ends || !holders) return false;
    const claims: Claim[] = [];
    for (const consumer of Object.keys(holders.allocations)) {
      const seen = await this.#caller.consumer(consumer);
      if (seen === null) return false;
      const { [ends.from.provider]: held, ...others } = allocationsIn(seen);
      // It has given it back meanwhile.
      if (held === undefined || seen.consumer_generation === undefined) continue;
      const allocations = { ...others, [ends.to.provider]: held };
      claims.push({ consumer, expected: seen.consumer_generation, allocations });
    }
    const id = this.#caller.newId();
    const stocks = [
      { ...ends.from, inventories: {} },
      { ...ends.to, inventories: { [shapedClass]: inventory(40, maxUnitOf(id)) } },
    ];
    return this.#write('reshape', { kind: 'reshape', stocks, claims }, 'POST', id);
  }

  async #endsOf({ root, child }: Pair) {
    const [one, other] = [await this.#caller.inventories(root), await this.#caller.inventories(child)];
    if (one === null || other === null) return null;
    const atRoot = { provider: root, expected: one.resource_provider_generation };
    const atChild = { provider: child, expected: other.resource_provider_generation };
    const isAtRoot = one.inventories[shapedClass] !== undefined;
    return isAtRoot ? { from: atRoot, to: atChild } : { from: atChild, to: atRoot };
  }

  async #newClaim(consumer: string, allocations: Allocations): Promise<Claim | null> {
    const before = await this.#caller.consumer(consumer);
    return before && { consumer, expected: before.consumer_generation ?? null, allocations };
  }

  async #someAllocations(): Promise<Allocations> {
    const allocations: Record<string, Record<string, number>> = {};
    for (const host of this.#prng.some(this.#cast.hosts, 1, 2)) {
      allocations[host] = {
        VCPU: this.#prng.between(1, 6),
        ...(this.#prng.chance(0.5) ? { MEMORY_MB: 256 } : {}),
      };
    }
    if (this.#prng.chance(0.15)) {
      const { root, child } = this.#prng.pick(this.#cast.pairs);
      allocations[this.#prng.pick([root, child])] = { [shapedClass]: this.#prng.between(1, 4) };
    }
    return allocations;
  }

  async #write(
    name: string,
    write: Parameters<Caller['write']>[1],
    form: 'PUT' | 'POST' = 'PUT',
    id = this.#caller.newId(),
  ): Promise<boolean> {
    const { kind }: Outcome = await this.#caller.write(id, write, form);
    return this.#count(name, kind === 'done' || kind === 'refused' ? kind : 'unanswered');
  }

  /** Whether there was an answer. */
  #count(name: string, how: 'done' | 'refused' | 'unanswered'): boolean {
    let counts = this.#tally.get(name);
    if (counts === undefined) this.#tally.set(name, (counts = { done: 0, refused: 0, unanswered: 0 }));
    counts[how] += 1;
    return how !== 'unanswered';
  }
}
