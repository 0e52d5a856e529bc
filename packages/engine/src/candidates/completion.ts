import type { Constraint, Effort } from './constraints/constraint.ts';
import type { Choices } from './choices.ts';

/**
 * Says of choices that were made for some slots whether the others can be filled too. It tries, but not in the order of the
 * slots: always the slot that has the fewest options left comes next, so that what cannot work is seen early; and of options
 * that come to the same, only one is tried. Ten groups on nine equal devices are one dead end, and not 362,880.
 *
 * A yes comes with a way to do it. What is not found out with the effort that is allowed is left open: to pack bins is hard for
 * everybody.
 */
export class Completion {
  readonly #choices: Choices;
  /** By slot: what fills it in the way that was found last; it holds as long as the choices agree with it. */
  readonly #way: number[] = [];
  #kinds: Int32Array | null = null;

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  /** Null: it was not found out. */
  isPossible(effort: Effort): boolean | null {
    if (this.#isOnTheWay()) return true;
    const { constraints } = this.#choices;
    for (const constraint of constraints) if (!constraint.leavesRoom(effort)) return false;
    this.#way.length = 0;
    const found = this.#fill(effort);
    return effort.left < 0 ? null : found;
  }

  /** What is chosen is part of the way that was found last. */
  #isOnTheWay(): boolean {
    if (this.#way.length === 0) return false;
    return this.#choices.chosen.every((position, slot) => position < 0 || this.#way[slot] === position);
  }

  /** Fills all slots that are not, notes how, and leaves everything as it was. */
  #fill(effort: Effort): boolean {
    const { chosen, options } = this.#choices;
    const slot = this.#slotWithFewest(effort);
    if (slot === null) {
      for (let each = 0; each < options.length; each++) this.#way[each] = chosen[each] as number;
      return true;
    }
    if (slot < 0) return false;
    const tried: number[] = [];
    const end = this.#choices.endOf(slot);
    for (let index = this.#choices.firstOf(slot); index < end; index++) {
      const position = options[slot]?.[index] as number;
      if (--effort.left < 0) return false;
      if (!this.#choices.allows(slot, position) || this.#isLikeOneOf(tried, position, effort)) continue;
      tried.push(position);
      if (!this.#choices.take(slot, position)) continue;
      const isPossible = this.#fill(effort);
      this.#choices.giveBack(slot);
      if (isPossible || effort.left < 0) return isPossible;
    }
    return false;
  }

  /** Null: all are filled. -1: one has no options. Of those with equally few, the one that takes the most. */
  #slotWithFewest(effort: Effort): number | null {
    const { options, chosen, weights } = this.#choices;
    let fewest = Infinity;
    let best: number | null = null;
    for (let slot = 0; slot < options.length; slot++) {
      if ((chosen[slot] as number) >= 0) continue;
      let count = 0;
      const end = this.#choices.endOf(slot);
      for (let index = this.#choices.firstOf(slot); index < end && count <= fewest; index++) {
        effort.left--;
        if (this.#choices.allows(slot, options[slot]?.[index] as number)) count++;
      }
      if (count === 0) return -1;
      const isBetter =
        count < fewest || (count === fewest && (weights[slot] ?? 0) > (weights[best ?? 0] ?? 0));
      if (!isBetter) continue;
      fewest = count;
      best = slot;
    }
    return best;
  }

  #isLikeOneOf(tried: readonly number[], position: number, effort: Effort): boolean {
    if (tried.length === 0) return false;
    this.#kinds ??= kindsOf(this.#choices);
    effort.left -= tried.length;
    return tried.some((other) => this.#isLike(position, other));
  }

  #isLike(one: number, other: number): boolean {
    const kinds = this.#kinds as Int32Array;
    if (kinds[one] !== kinds[other]) return false;
    return this.#choices.constraints.every((constraint) => constraint.isInSameState(one, other));
  }
}

/** By position: a number for its kind. Of the same kind are options of the same slots that every rule says are alike. */
function kindsOf({ options, constraints, memberCount }: Choices): Int32Array {
  const kinds = new Int32Array(memberCount);
  // So many that to compare them would take longer than to try: everybody is of a kind of their own.
  const isTooMuch = options.reduce((sum, { length }) => sum + length, 0) > mostOptions;
  const texts: string[] = [];
  if (!isTooMuch) {
    for (let slot = 0; slot < options.length; slot++) {
      for (const position of options[slot] as readonly number[]) {
        texts[position] = `${texts[position] ?? ''}${slot},`;
      }
    }
  }
  const numbers = new Map<string, number>();
  for (let position = 0; position < memberCount; position++) {
    const text = isTooMuch ? null : textOf(texts[position] ?? '', constraints, position);
    kinds[position] = text === null ? -1 - position : numbers.getOrInsertComputed(text, () => numbers.size);
  }
  return kinds;
}

function textOf(slots: string, constraints: readonly Constraint[], position: number): string | null {
  let text = slots;
  for (const constraint of constraints) {
    const kind = constraint.kindOf(position);
    if (kind === null) return null;
    text += `;${kind}`;
  }
  return text;
}

const mostOptions = 20_000;
