import type { Answer } from '../differential/exchange.ts';
import type { KnownIds } from './noun.ts';

/** Which side is asked: the original, or ours. */
export type Side = 0 | 1;

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Ids that the two sides have made for the same thing. They are learnt from answers that are alike but for them, and have names of their
 * own, which stand in for them in requests to come and in what is compared. They may be the same on both sides.
 */
export class PairedIds implements KnownIds {
  readonly #pairs = new Map<string, readonly [original: string, ours: string]>();
  /** The path that each has come from. */
  readonly #origins = new Map<string, string>();
  readonly #seen = new Set<string>();
  readonly #names: readonly [Map<string, string>, Map<string, string>] = [new Map(), new Map()];

  of(kind: string, within = ''): readonly string[] {
    return [...this.#pairs.keys()].filter(
      (name) => name.startsWith(`{${kind}-`) && this.#origins.get(name)?.includes(within),
    );
  }

  /** Uuids in an answer of the original that nobody has seen before, in the order in which they come. */
  newIn({ text }: Answer): readonly string[] {
    const ids = [...new Set(text.match(uuids))].filter((id) => !this.#seen.has(id));
    for (const id of ids) this.#seen.add(id);
    return ids;
  }

  /** Notes where two answers to a path have uuids in the same place. The kind is the name of what the place is in. */
  learn(original: unknown, ours: unknown, path = '', kind = 'thing'): void {
    if (typeof original === 'string' && typeof ours === 'string') this.#pair(original, ours, kind, path);
    else if (Array.isArray(original) && Array.isArray(ours)) {
      for (const [index, item] of original.entries()) this.learn(item, ours[index], path, kind);
    } else if (isRecord(original) && isRecord(ours)) {
      for (const [key, value] of Object.entries(original)) {
        this.learn(value, ours[key], path, typeof value === 'object' ? singular(key) : kind);
      }
    }
  }

  /** A text with the ids of a side where there were names. */
  fill(side: Side, text: string): string {
    return text.replaceAll(/\{[a-z_]+-\d+\}/g, (name) => this.#pairs.get(name)?.[side] ?? name);
  }

  /** A text of a side with names where there were its ids. */
  mask(side: Side, text: string): string {
    return text.replaceAll(uuids, (id) => this.#names[side].get(id) ?? id);
  }

  #pair(original: string, ours: string, kind: string, path: string): void {
    const [one, other] = [original.match(uuids), ours.match(uuids)];
    if (one?.length !== 1 || other?.length !== 1 || !this.#seen.has(one[0])) return;
    if (original.replace(uuids, '') !== ours.replace(uuids, '')) return;
    const ids = [one[0], other[0]] as const;
    // One that is known on either side stays what it was: a second name would hide that they have parted.
    if (this.#names[0].has(ids[0]) || this.#names[1].has(ids[1])) return;
    const name = `{${kind}-${this.of(kind).length + 1}}`;
    this.#pairs.set(name, ids);
    this.#origins.set(name, path);
    this.#names[0].set(ids[0], name);
    this.#names[1].set(ids[1], name);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function singular(key: string): string {
  return key
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '_')
    .replace(/s$/, '');
}
