import type { CandidateRequest } from '../candidates/request.ts';
import { sharersWith } from '../candidates/sharing-providers.ts';
import { hasAny } from './traits-match.ts';
import type { ClassName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import type { World } from '../world.ts';
import type { Knobs } from './knobs.ts';
import { type PartLook, servingOf } from './part-look.ts';
import { Roomiest } from './roomiest.ts';
import { gives, largestBelow, type Room, smallestAbove } from './room.ts';
import { fewProviders, type Steps } from './steps.ts';
import { requiredTogether } from './together.ts';
import type { Serving, TreeLook } from './tree-look.ts';

/** Trees that miss the same, each for itself: what would help one of them helps all, unless it is about sums. */
export interface Lack {
  /** Any of its trees, for what is the same with all. */
  readonly look: TreeLook;
  /** Its trees, without those that have nothing that another of the same shape has not. */
  readonly shapes: readonly TreeLook[];
}

/**
 * All trees by what they lack. Ten thousand hosts are a few kinds of tree, and of those that lack the same only the ones
 * with the most room matter; so of ten thousand there are mostly some dozen left to ask questions about.
 */
export class Shapes {
  readonly #world: World;
  readonly #request: CandidateRequest;
  readonly #knobs: Knobs;
  readonly #parts: readonly PartLook[];
  readonly #required: ReturnType<typeof requiredTogether>;
  /** What all parts together ask for of a class, and how many do. */
  readonly #asked: ReadonlyMap<ClassName, { readonly sum: number; readonly count: number }>;
  readonly #lacks = new Map<string, { look: TreeLook; byShape: Map<string, Roomiest> }>();

  constructor(world: World, request: CandidateRequest, knobs: Knobs, parts: readonly PartLook[]) {
    this.#world = world;
    this.#request = request;
    this.#knobs = knobs;
    this.#parts = parts;
    this.#required = requiredTogether(request);
    this.#asked = askedOf(parts);
  }

  get lacks(): Lack[] {
    return Array.from(this.#lacks.values(), ({ look, byShape }) => ({
      look,
      shapes: [...byShape.values()].flatMap(({ looks }) => looks),
    }));
  }

  *add(anchor: Provider): Steps<void> {
    const providers = [...anchor.tree, ...sharersWith(this.#world, anchor.tree)];
    const isLarge = providers.length > fewProviders;
    const served: Serving[][] = [];
    for (const part of this.#parts) {
      if (isLarge) yield;
      served.push(providers.map((provider) => servingOf(part, provider, anchor)));
    }
    const look: TreeLook = { providers, rootKnobs: this.#rootKnobs(anchor), served };
    const lackKey = yield* this.#lackKey(look, isLarge);
    const lack = this.#lacks.getOrInsertComputed(lackKey, () => ({ look, byShape: new Map() }));
    const shape = yield* shapeKey(look, anchor);
    const roomiest = lack.byShape.getOrInsertComputed(shape, () => new Roomiest());
    roomiest.add(look, yield* this.#roomsOf(look, isLarge));
  }

  #rootKnobs(anchor: Provider): number[] {
    const { rootRequiredTraits, rootForbiddenTraits } = this.#request;
    const knobs = new Set<number>();
    for (const trait of rootRequiredTraits) {
      if (!anchor.traits.has(trait))
        knobs.add(this.#knobs.conditionOf({ kind: 'drop-root-required', trait }));
    }
    for (const trait of rootForbiddenTraits) {
      if (anchor.traits.has(trait)) knobs.add(this.#knobs.conditionOf({ kind: 'allow-root-trait', trait }));
    }
    return [...knobs];
  }

  /** Which conditions and which kinds of amounts are missing to whom, and who has the traits that are required of all. */
  *#lackKey({ providers, rootKnobs, served }: TreeLook, isLarge: boolean): Steps<string> {
    let key = rootKnobs.join();
    for (const [index, servings] of served.entries()) {
      const { amounts } = this.#parts[index] as PartLook; // There is one for each part.
      key += ';';
      if (isLarge) yield;
      for (const { conditions, rooms } of servings) {
        for (const knobs of conditions) key += `${knobs.join('.')}|`;
        for (const [at, { asked }] of amounts.entries()) key += kindOf(rooms[at] ?? null, asked);
        key += ' ';
      }
    }
    for (const anyOf of this.#required) {
      key += ';';
      for (const { traits } of providers) key += hasAny(traits, anyOf) ? '1' : '0';
    }
    return key;
  }

  /**
   * The room of everybody, in one list. More than all parts together could take after any change that makes sense is as
   * good as just so much.
   */
  *#roomsOf({ served }: TreeLook, isLarge: boolean): Steps<number[]> {
    const list: number[] = [];
    for (const [index, servings] of served.entries()) {
      const { amounts } = this.#parts[index] as PartLook; // There is one for each part.
      if (isLarge) yield;
      for (const { rooms } of servings) {
        for (const [at, { resourceClass }] of amounts.entries()) {
          const room = rooms[at];
          const { sum, count } = this.#asked.get(resourceClass) ?? { sum: 0, count: 0 };
          list.push(room ? Math.min(room.most, sum + count * (room.minUnit + room.stepSize)) : -1);
        }
      }
    }
    return list;
  }
}

/** How the providers hang together, and in which portions they give. Sharers are who they are: they have other trees. */
function* shapeKey({ providers, served }: TreeLook, anchor: Provider): Steps<string> {
  let key = '';
  const places = new Map(providers.map((provider, index) => [provider, index]));
  for (const [index, provider] of providers.entries()) {
    if (index % fewProviders === fewProviders - 1) yield;
    if (provider.root !== anchor) key += provider.id;
    else if (provider.parent) key += places.get(provider.parent);
    for (const servings of served) {
      for (const room of servings[index]?.rooms ?? []) {
        if (room && (room.minUnit > 1 || room.stepSize > 1)) key += `.${room.minUnit}:${room.stepSize}`;
        else key += '.';
      }
    }
    key += ' ';
  }
  return key;
}

function askedOf(parts: readonly PartLook[]) {
  const sums = new Map<ClassName, { sum: number; count: number }>();
  for (const { resourceClass, asked } of parts.flatMap(({ amounts }) => amounts)) {
    const all = sums.getOrInsertComputed(resourceClass, () => ({ sum: 0, count: 0 }));
    all.sum += asked;
    all.count++;
  }
  return sums;
}

/** Whether the amount that is asked for, a lower and a higher one are given. */
function kindOf(room: Room | null, asked: number): number {
  if (room === null) return 0;
  const asAsked = gives(room, asked) ? 1 : 0;
  const below = largestBelow(room, asked) === null ? 0 : 2;
  return asAsked + below + (smallestAbove(room, asked) === null ? 0 : 4);
}
