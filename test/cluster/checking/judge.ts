import { unreachable } from '@berth/engine/assert.ts';
import type { Inventories } from '../../crash/state.ts';
import { type Claim, type Refusal, type Stock, tagOf, type Write } from './history.ts';
import { capacityOf, type ConsumerState, type Moment } from './timeline.ts';

/** What a write does to the state: all of it in one step. */
export interface Effect {
  /** Null: removed. */
  readonly consumers: ReadonlyMap<string, ConsumerState | null>;
  readonly inventories: ReadonlyMap<string, Inventories>;
  /** To which each provider's moves on. */
  readonly generations: ReadonlyMap<string, number>;
}

export interface Judgement {
  /** Every rule against it. None: it is carried out. */
  readonly refusals: readonly Refusal[];
  /** What it does, if it is carried out. */
  readonly effect: Effect;
}

/** The rules of the API as far as the load needs them, written a second time: what a write does at a moment. */
export function judge(write: Write, id: number, moment: Moment): Judgement {
  const rules = new Rules(moment, tagOf(id));
  switch (write.kind) {
    case 'claim':
      return rules.claim(write.claims);
    case 'reshape':
      return rules.reshape(write.stocks, write.claims);
    case 'stock':
      return rules.stock(write.stock);
    case 'release':
      return rules.release(write.consumer);
    default:
      return unreachable(write);
  }
}

class Rules {
  readonly #moment: Moment;
  readonly #tag: string;
  readonly #refusals: Refusal[] = [];
  readonly #consumers = new Map<string, ConsumerState | null>();
  readonly #inventories = new Map<string, Inventories>();
  readonly #generations = new Map<string, number>();

  constructor(moment: Moment, tag: string) {
    this.#moment = moment;
    this.#tag = tag;
  }

  claim(claims: readonly Claim[]): Judgement {
    this.#takeAndGive(claims);
    return this.#judgement;
  }

  reshape(stocks: readonly Stock[], claims: readonly Claim[]): Judgement {
    for (const stock of stocks) {
      this.#checkGeneration(stock);
      this.#inventories.set(stock.provider, stock.inventories);
      // In the API's terms a reshape writes inventories twice, and once where there are none in the end.
      this.#moveOn(stock.provider, Object.keys(stock.inventories).length > 0 ? 2 : 1);
    }
    const used = this.#takeAndGive(claims);
    for (const { provider, inventories } of stocks) this.#checkNotInUse(provider, inventories, used);
    return this.#judgement;
  }

  stock(stock: Stock): Judgement {
    this.#checkGeneration(stock);
    this.#checkNotInUse(stock.provider, stock.inventories, new Usage(this.#moment));
    this.#inventories.set(stock.provider, stock.inventories);
    this.#moveOn(stock.provider, 1);
    return this.#judgement;
  }

  /** The generations of the providers stay. */
  release(consumer: string): Judgement {
    if (this.#moment.consumer(consumer) === null) this.#refusals.push({ kind: 'not there' });
    this.#consumers.set(consumer, null);
    return this.#judgement;
  }

  get #judgement(): Judgement {
    return {
      refusals: this.#refusals,
      effect: {
        consumers: this.#consumers,
        inventories: this.#inventories,
        generations: this.#generations,
      },
    };
  }

  #checkGeneration({ provider, expected }: Stock): void {
    if (this.#moment.provider(provider)?.generation !== expected)
      this.#refusals.push({ kind: 'provider generation' });
  }

  #checkNotInUse(provider: string, remaining: Inventories, used: Usage): void {
    for (const name of Object.keys(this.#moment.provider(provider)?.inventories ?? {})) {
      if (remaining[name] === undefined && used.of(provider, name) > 0)
        this.#refusals.push({ kind: 'in use' });
    }
  }

  /** Everything is given back first, then taken. Answers with what is used in the end. */
  #takeAndGive(claims: readonly Claim[]): Usage {
    const used = new Usage(this.#moment);
    const touched = new Set<string>();
    for (const claim of claims) {
      const existing = this.#moment.consumer(claim.consumer);
      this.#setConsumer(claim, existing);
      used.add(existing?.allocations ?? {}, -1);
      const isGivenBack = Object.keys(claim.allocations).length === 0;
      for (const provider of Object.keys((isGivenBack ? existing : claim)?.allocations ?? {}))
        touched.add(provider);
    }
    for (const { allocations } of claims) {
      used.add(allocations, 1);
      for (const [provider, amounts] of Object.entries(allocations))
        for (const name of Object.keys(amounts)) this.#checkRoom(provider, name, used);
    }
    for (const provider of touched) this.#moveOn(provider, 1);
    return used;
  }

  #setConsumer({ consumer, expected, allocations }: Claim, existing: ConsumerState | null): void {
    const actual = existing?.generation ?? null;
    if (actual !== expected) this.#refusals.push({ kind: 'consumer generation', actual, given: expected });
    const isGivenBack = Object.keys(allocations).length === 0;
    const after = { generation: (existing?.generation ?? 0) + 1, tag: this.#tag, allocations };
    this.#consumers.set(consumer, isGivenBack ? null : after);
  }

  #checkRoom(provider: string, name: string, used: Usage): void {
    const inventory =
      this.#inventories.get(provider)?.[name] ?? this.#moment.provider(provider)?.inventories[name];
    if (inventory === undefined) this.#refusals.push({ kind: 'no inventory' });
    else if (used.of(provider, name) > capacityOf(inventory)) this.#refusals.push({ kind: 'no room' });
  }

  #moveOn(provider: string, steps: number): void {
    const before = this.#generations.get(provider) ?? this.#moment.provider(provider)?.generation ?? 0;
    this.#generations.set(provider, before + steps);
  }
}

/** What is used at a moment, and what becomes of that. */
class Usage {
  readonly #moment: Moment;
  readonly #differences = new Map<string, number>();

  constructor(moment: Moment) {
    this.#moment = moment;
  }

  of(provider: string, name: string): number {
    const used = this.#moment.provider(provider)?.used[name] ?? 0;
    return used + (this.#differences.get(`${provider} ${name}`) ?? 0);
  }

  add(allocations: ConsumerState['allocations'], times: 1 | -1): void {
    for (const [provider, amounts] of Object.entries(allocations)) {
      for (const [name, amount] of Object.entries(amounts)) {
        const key = `${provider} ${name}`;
        this.#differences.set(key, (this.#differences.get(key) ?? 0) + times * amount);
      }
    }
  }
}
