import type { Prng } from '@berth/testing/prng.ts';
import type { Asked } from './asked.ts';

/** What there may be by now: names, by what they are of. */
export class Known {
  readonly #names = new Map<string, string[]>();

  add(kind: string, name: string): void {
    const names = this.#names.get(kind);
    if (names) names.push(name);
    else this.#names.set(kind, [name]);
  }

  of(kind: string): readonly string[] {
    return this.#names.get(kind) ?? [];
  }

  next(kind: string): string {
    return `${kind}-${this.of(kind).length + 1}`;
  }
}

/** The token of a request is the one that it is mostly sent with, where it is not the administrator's. */
export type Draw = (random: Prng, known: Known) => Asked;

/** An id of something that may be there; now and then of something else, or of nothing. */
export function idOf(random: Prng, known: Known, kind: string): string {
  const names = known.of(kind);
  if (names.length === 0 || random.chance(0.06)) return random.pick(['nope', '{user-admin}', '%20', 'a.b']);
  return `{${random.pick(names)}}`;
}

export const few = ['a', 'b', 'c', 'd', 'ä', 'A b'];
const badNames: readonly unknown[] = ['', ' ', 5, null, 'x'.repeat(300), ['a'], true];
export const nameFor = (random: Prng): unknown =>
  random.chance(0.08) ? random.pick(badNames) : random.pick(few);

/** A body of these parts, some of them left out, and now and then one that is no good. */
export function parts(
  random: Prng,
  given: Readonly<Record<string, () => unknown>>,
  must: readonly string[] = [],
): object {
  const entries = Object.entries(given).filter(([key]) => random.chance(must.includes(key) ? 0.95 : 0.35));
  const bad = () => random.pick<unknown>([7, null, [], {}, '', true, 'no such thing']);
  return Object.fromEntries(entries.map(([key, draw]) => [key, random.chance(0.04) ? bad() : draw()]));
}

export const texts = (random: Prng) => random.pick<unknown>(['some', 'other', '', null]);
export const truth = (random: Prng) => random.pick([true, false]);
export const domainId = (random: Prng, known: Known) =>
  random.chance(0.5) ? 'default' : idOf(random, known, 'domain');
