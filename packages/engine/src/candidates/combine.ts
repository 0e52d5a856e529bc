import type { ClassName, TraitName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import type { Candidate } from './candidate.ts';
import { hasRoomForSum } from './capacity.ts';
import type { CompiledRequest } from './compile-request.ts';
import { isInOneSubtree } from './in-one-subtree.ts';
import type { Options } from './options.ts';
import { hasAny } from './traits-match.ts';

/**
 * The candidates at one anchor: an option for every slot, in all ways that hold together. Choices are made slot by
 * slot and given up as soon as a rule is broken, so what cannot become a candidate is not enumerated.
 *
 * Works like an odometer: `#positions` are the wheels, one per slot, the last turns fastest. With slots [a b] [c d]
 * the candidates come as ac, ad, bc, bd.
 */
export class Combinations {
  readonly #compiled: CompiledRequest;
  readonly #anchor: Provider;
  readonly #options: Options;
  /** What is chosen so far; its length is the number of slots filled. */
  readonly #chosen: Provider[] = [];
  readonly #positions: number[] = [];

  constructor(compiled: CompiledRequest, anchor: Provider, options: Options) {
    this.#compiled = compiled;
    this.#anchor = anchor;
    this.#options = options;
  }

  /** The next one, or null when there are no more. */
  next(): Candidate | null {
    const last = this.#options.length - 1;
    // After a candidate, go on from its last choice.
    let slot = this.#chosen.length === 0 ? 0 : last;
    while (slot >= 0) {
      if (!this.#chooseNext(slot)) {
        slot--;
      } else if (slot < last) {
        slot++;
      } else {
        return { anchor: this.#anchor, providers: this.#chosen.slice() };
      }
    }
    return null;
  }

  /** Turns the wheel of a slot to its next option that holds; false, and back to the start, when there is none. */
  #chooseNext(slot: number): boolean {
    const chosen = this.#chosen;
    const options = this.#options[slot] as readonly Provider[];
    const isChosen = chosen.length > slot;
    chosen.length = slot;
    let position = isChosen ? (this.#positions[slot] as number) + 1 : 0;
    for (; position < options.length; position++) {
      const provider = options[position] as Provider;
      if (!this.#fits(slot, provider)) continue;
      chosen.push(provider);
      if (this.#holds(slot)) {
        this.#positions[slot] = position;
        return true;
      }
      chosen.pop();
    }
    return false;
  }

  /** Whether a provider can be chosen for a slot besides what is chosen for those before it. */
  #fits(slot: number, provider: Provider): boolean {
    const { request, spreadCount } = this.#compiled;
    // C12: a client that knows no trees gets no candidate that takes from two providers of one tree.
    if (
      !request.allowsNested &&
      this.#chosen.some((other) => other !== provider && other.root === provider.root)
    ) {
      return false;
    }
    if (!this.#chosen.includes(provider)) return true;
    // C10: isolated groups have providers of their own; the group without a suffix may use any of them.
    const isIsolated = request.groupPolicy === 'isolate' && slot >= spreadCount;
    if (isIsolated && this.#chosen.indexOf(provider, spreadCount) >= 0) return false;
    for (const [resourceClass, amount] of this.#resources(slot)) {
      const taken = this.#takenFrom(provider, resourceClass);
      if (taken > 0 && !hasRoomForSum(provider, resourceClass, taken + amount)) return false;
    }
    return true;
  }

  #takenFrom(provider: Provider, resourceClass: ClassName): number {
    let sum = 0;
    for (const [slot, chosen] of this.#chosen.entries()) {
      if (chosen !== provider) continue;
      for (const [name, amount] of this.#resources(slot)) if (name === resourceClass) sum += amount;
    }
    return sum;
  }

  #resources(slot: number): readonly (readonly [ClassName, number])[] {
    return this.#compiled.slots[slot]?.resources ?? [];
  }

  /** What can be said once a slot is filled: about the group without a suffix, and about subtrees. */
  #holds(slot: number): boolean {
    const { spread, spreadCount, subtreesComplete } = this.#compiled;
    if (slot === spreadCount - 1 && spread && !coversTraits(this.#chosen, spread.conditions.requiredTraits)) {
      return false;
    }
    for (const slots of subtreesComplete[slot] ?? []) {
      if (!isInOneSubtree(slots.map((each) => this.#chosen[each] as Provider))) return false;
    }
    return true;
  }
}

/** C3 for the group without a suffix: the providers it is spread over have the required traits between them. */
function coversTraits(providers: readonly Provider[], required: readonly (readonly TraitName[])[]): boolean {
  for (const anyOf of required) {
    if (!providers.some((provider) => hasAny(provider.traits, anyOf))) return false;
  }
  return true;
}
