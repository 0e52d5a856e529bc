import { isInOneSubtree } from './in-one-subtree.ts';
import { canAllBePlaced } from '../candidates/matching.ts';
import { hasAny } from './traits-match.ts';
import type { ClassName, TraitName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import { hasEnough } from './has-enough.ts';
import { interchangeables } from './interchangeables.ts';
import { largestBelow, type Room, roomOf, smallestAbove, smallestUnit } from './room.ts';
import { share } from './share.ts';
import type { Steps } from './steps.ts';

/** A choice to be made: for each part one of its options, so that the rules about all of them hold. */
export interface Choice {
  readonly parts: readonly ChoicePart[];
  /** C9: whether what several parts take is added up. */
  readonly addsUp: boolean;
  /** C10 */
  readonly isIsolated: boolean;
  /** C11, as indexes of parts. */
  readonly subtrees: readonly (readonly number[])[];
  /** C12 */
  readonly isOnePerTree: boolean;
  /** C3: what the providers of the spread parts have between them. */
  readonly requiredTogether: readonly (readonly TraitName[])[];
}

export interface ChoicePart {
  readonly isSpread: boolean;
  readonly takes: readonly Take[];
  /** Each serves the part, taken for itself. */
  readonly options: readonly Provider[];
}

export interface Take {
  readonly resourceClass: ClassName;
  readonly asked: number;
  /** Whether it is so much, or some amount below or above, as close as can be. */
  readonly amount: 'asked' | 'lower' | 'higher';
}

/** How the choice was made. */
export interface Arrangement {
  /** How far the amounts are from those that were asked for, as parts of these: the sum of the squares. */
  readonly distance: number;
  /** The amounts that are not the asked ones. */
  readonly amounts: ReadonlyMap<Take, number>;
}

/** How many choices may still be tried; below zero, it was not found out. */
export interface Effort {
  left: number;
}

/**
 * The arrangement that is closest to what was asked for, or null when there is none that is closer than `within`.
 *
 * Choices are made part by part, the one with the fewest options first, and given up as soon as a rule is broken. It ends
 * as soon as nothing closer is possible, and when the effort is spent: then it may be that there is one all the same.
 */
export function* arrange(choice: Choice, effort: Effort, within = Infinity): Steps<Arrangement | null> {
  if (choice.parts.some(({ options }) => options.length === 0)) return null;
  if (choice.addsUp && !hasEnough(choice.parts)) return null;
  if (choice.isIsolated && !canBeIsolated(choice)) return null;
  return yield* new Arranging(choice, effort, within).best();
}

/** C10, for all together: to find out by trying that there is no way takes all combinations. */
function canBeIsolated({ parts }: Choice): boolean {
  const granular = parts.filter(({ isSpread }) => !isSpread).map(({ options }) => options);
  return canAllBePlaced(granular, () => 1, { left: matchingMax });
}

/** About a millisecond of choices. */
const choicesBetweenPauses = 256;
/** Some milliseconds; what takes more is tried. */
const matchingMax = 200_000;

class Arranging {
  readonly #choice: Choice;
  readonly #effort: Effort;
  readonly #order: readonly number[];
  readonly #kinds: ReadonlyMap<Provider, number>;
  /** By part; undefined where none is chosen yet. */
  readonly #chosen: (Provider | undefined)[];
  /** No arrangement is closer than this. */
  readonly #closest: number;
  #within: number;
  #best: Arrangement | null = null;

  constructor(choice: Choice, effort: Effort, within: number) {
    this.#choice = choice;
    this.#effort = effort;
    this.#within = within;
    this.#chosen = choice.parts.map(() => undefined);
    this.#order = [...choice.parts.keys()].sort(
      (a, b) => this.#part(a).options.length - this.#part(b).options.length,
    );
    this.#kinds = interchangeables(choice);
    this.#closest = choice.parts.reduce((sum, part) => sum + closestOf(part), 0);
  }

  *best(): Steps<Arrangement | null> {
    if (this.#closest < this.#within) yield* this.#place(0);
    return this.#best;
  }

  /** Tries all that fit from this place in the order on; true when no more need be tried. */
  *#place(at: number): Steps<boolean> {
    const index = this.#order[at];
    if (index === undefined) return this.#note();
    const tried = new Set<number>();
    for (const provider of this.#part(index).options) {
      if (this.#effort.left-- <= 0) return true;
      if (this.#effort.left % choicesBetweenPauses === 0) yield;
      // Of providers that are alike and not taken yet, one is as good as another.
      const kind = this.#kinds.get(provider);
      if (kind !== undefined && !this.#chosen.includes(provider)) {
        if (tried.has(kind)) continue;
        tried.add(kind);
      }
      if (!this.#fits(index, provider)) continue;
      this.#chosen[index] = provider;
      const isDone = this.#holds(index) && (yield* this.#place(at + 1));
      this.#chosen[index] = undefined;
      if (isDone) return true;
    }
    return false;
  }

  #note(): boolean {
    const arrangement = this.#measured();
    if (arrangement.distance < this.#within) {
      this.#best = arrangement;
      this.#within = arrangement.distance;
    }
    return this.#within <= this.#closest;
  }

  /** Whether a provider can serve a part besides what it serves already. */
  #fits(index: number, provider: Provider): boolean {
    const { isIsolated, isOnePerTree, addsUp, parts } = this.#choice;
    for (const [other, taken] of this.#chosen.entries()) {
      if (taken === undefined) continue;
      if (taken !== provider) {
        if (isOnePerTree && taken.root === provider.root) return false;
      } else if (isIsolated && !this.#part(index).isSpread && !this.#part(other).isSpread) {
        return false;
      }
    }
    if (!addsUp || parts.length === 1) return true;
    for (const take of this.#part(index).takes) {
      const others = this.#leastTaken(provider, take.resourceClass);
      if (others === 0) continue;
      const room = roomFor(provider, take.resourceClass);
      if (others + leastOf(room, take) > room.most) return false;
    }
    return true;
  }

  #leastTaken(provider: Provider, resourceClass: ClassName): number {
    let sum = 0;
    for (const take of this.#takesFrom(provider, resourceClass)) {
      sum += leastOf(roomFor(provider, resourceClass), take);
    }
    return sum;
  }

  #takesFrom(provider: Provider, resourceClass: ClassName): Take[] {
    return this.#chosen.flatMap((taken, index) =>
      taken === provider
        ? this.#part(index).takes.filter((take) => take.resourceClass === resourceClass)
        : [],
    );
  }

  /** What can be said once a part is served. */
  #holds(index: number): boolean {
    const { subtrees, requiredTogether } = this.#choice;
    for (const subtree of subtrees) {
      if (!subtree.includes(index)) continue;
      const providers = subtree.flatMap((part) => this.#chosen[part] ?? []);
      if (providers.length === subtree.length && !isInOneSubtree(providers)) return false;
    }
    if (requiredTogether.length === 0 || !this.#part(index).isSpread) return true;
    const spread = this.#chosen.filter((_, part) => this.#part(part).isSpread);
    if (spread.includes(undefined)) return true;
    return requiredTogether.every((anyOf) =>
      spread.some((provider) => provider !== undefined && hasAny(provider.traits, anyOf)),
    );
  }

  /** What the amounts are, now that it is known who serves what. */
  #measured(): Arrangement {
    const amounts = new Map<Take, number>();
    let distance = 0;
    for (const [index, { takes }] of this.#choice.parts.entries()) {
      for (const take of takes) {
        if (take.amount === 'asked' || amounts.has(take)) continue;
        const provider = this.#chosen[index] as Provider; // All parts are served here.
        const room = roomFor(provider, take.resourceClass);
        const sharing = this.#takesFrom(provider, take.resourceClass);
        for (const [each, amount] of shared(room, sharing)) {
          amounts.set(each, amount);
          distance += squareOf(each, amount);
        }
      }
    }
    return { distance, amounts };
  }

  #part(index: number): ChoicePart {
    return this.#choice.parts[index] as ChoicePart;
  }
}

/** What several takes of one class from one provider get, where their amount is not the asked one. */
function shared(room: Room, takes: readonly Take[]): [Take, number][] {
  const fixed = takes.filter(({ amount }) => amount !== 'lower');
  const lowered = takes.filter(({ amount }) => amount === 'lower');
  const left = fixed.reduce((rest, take) => rest - closestAmount(room, take), room.most);
  const sharers = lowered.map((take) => ({
    asked: take.asked,
    least: smallestUnit(room),
    most: closestAmount(room, take),
  }));
  const shares = share(left, sharers, room.stepSize);
  return [
    ...fixed.flatMap((take): [Take, number][] =>
      take.amount === 'higher' ? [[take, closestAmount(room, take)]] : [],
    ),
    ...lowered.map((take, index): [Take, number] => [take, shares[index] as number]),
  ];
}

/** How close a part can come to what was asked for, whichever provider serves it. */
function closestOf({ takes, options }: ChoicePart): number {
  if (takes.every(({ amount }) => amount === 'asked')) return 0;
  return options.reduce((closest, provider) => {
    const distance = takes.reduce((sum, take) => {
      return sum + squareOf(take, closestAmount(roomFor(provider, take.resourceClass), take));
    }, 0);
    return Math.min(closest, distance);
  }, Infinity);
}

function squareOf({ asked }: Take, amount: number): number {
  return ((asked - amount) / asked) ** 2;
}

function closestAmount(room: Room, { asked, amount }: Take): number {
  if (amount === 'asked') return asked;
  const closest = amount === 'lower' ? largestBelow(room, asked) : smallestAbove(room, asked);
  return closest as number; // Else the provider would be no option.
}

function leastOf(room: Room, take: Take): number {
  return take.amount === 'lower' ? smallestUnit(room) : closestAmount(room, take);
}

function roomFor(provider: Provider, resourceClass: ClassName): Room {
  return roomOf(provider, resourceClass) as Room; // Else the provider would be no option.
}
