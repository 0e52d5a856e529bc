import assert from 'node:assert/strict';
import { pythonInteger } from './python-integer.ts';

/** A version's place in the history. Code looks things up by it and never compares it. */
export type VersionIndex = number & { readonly __brand: 'VersionIndex' };

export type History = readonly (readonly [version: string, description: string])[];
type VersionOf<H extends History> = H[number][0];

/** What is in force at each version: the newest rung at or below it. */
export interface Ladder<Rung> {
  /** Undefined below the first rung. */
  at(version: VersionIndex): Rung | undefined;
}

export type View<Thing> = (thing: Thing) => Record<string, unknown>;

export interface ViewField<Thing, Version> {
  readonly since?: Version;
  readonly get: (thing: Thing) => unknown;
}

export type Negotiated =
  /** `isNamed`: the client has said so; else it is the oldest. */
  | { readonly kind: 'version'; readonly version: VersionIndex; readonly isNamed: boolean }
  | { readonly kind: 'unacceptable'; readonly text: string }
  | { readonly kind: 'malformed'; readonly text: string };

/**
 * A service's microversions. Ladders and features are resolved here, once, to one entry per version, so that a
 * request does a look-up and no code compares versions.
 */
export class Microversions<H extends History> {
  readonly service: string;
  readonly history: H;
  readonly #indexes: ReadonlyMap<string, VersionIndex>;
  /** What headers ask for that have been seen: clients send the same few. */
  readonly #negotiated = new Map<string | undefined, Negotiated>();

  constructor(service: string, history: H) {
    this.service = service;
    this.history = history;
    this.#indexes = new Map(history.map(([version], index) => [version, index as VersionIndex]));
  }

  get oldest(): VersionOf<H> {
    return this.nameOf(0 as VersionIndex);
  }

  get newest(): VersionOf<H> {
    return this.nameOf((this.history.length - 1) as VersionIndex);
  }

  nameOf(version: VersionIndex): VersionOf<H> {
    return (this.history[version] as H[number])[0];
  }

  /** Whoever declares something for a version that there is not is told so when the service starts. */
  indexOf(version: VersionOf<H>): VersionIndex {
    const index = this.#indexes.get(version);
    assert(index !== undefined, `${this.service} has no version ${version}`);
    return index;
  }

  /** The rungs, oldest first, each with the version from which on it is in force. */
  ladder<Rung>(...rungs: readonly (readonly [since: VersionOf<H>, rung: Rung])[]): Ladder<Rung> {
    const inForce: (Rung | undefined)[] = [];
    let next = 0;
    let current: Rung | undefined;
    for (const [version] of this.history) {
      while (rungs[next]?.[0] === version) current = rungs[next++]?.[1];
      inForce.push(current);
    }
    for (const [version] of rungs) this.indexOf(version);
    assert(next === rungs.length, 'the rungs of a ladder are in the order of the history');
    return { at: (version) => inForce[version] };
  }

  /** Which of the named behaviours are on, per version. */
  features<Names extends Readonly<Record<string, VersionOf<H>>>>(
    table: Names,
  ): Ladder<Readonly<Record<keyof Names, boolean>>> {
    const inForce = this.history.map((_, index) =>
      Object.fromEntries(Object.entries(table).map(([name, since]) => [name, this.indexOf(since) <= index])),
    ) as Record<keyof Names, boolean>[];
    return { at: (version) => inForce[version] };
  }

  /** How a thing is shown, per version: each field says since when it is there. */
  view<Thing>(fields: Readonly<Record<string, ViewField<Thing, VersionOf<H>>>>): Ladder<View<Thing>> {
    const inForce = this.history.map((_, index) => {
      const shown = Object.entries(fields).filter(
        ([, { since }]) => since === undefined || this.indexOf(since) <= index,
      );
      return (thing: Thing) => {
        const record: Record<string, unknown> = {};
        for (const [name, { get }] of shown) record[name] = get(thing);
        return record;
      };
    });
    return { at: (version) => inForce[version] };
  }

  /** What the OpenStack-API-Version header asks for. Without one, the oldest. */
  negotiate(header: string | undefined): Negotiated {
    const known = this.#negotiated.get(header);
    if (known !== undefined) return known;
    const negotiated = this.#negotiate(header);
    // One version can be written in many ways, and what is kept must not grow with them.
    const isKept =
      negotiated.kind === 'version' && this.#negotiated.size < 100 && (header?.length ?? 0) < 100;
    if (isKept) this.#negotiated.set(header, negotiated);
    return negotiated;
  }

  #negotiate(header: string | undefined): Negotiated {
    const asked = header === undefined ? undefined : this.#askedFor(header);
    if (asked === undefined) return { kind: 'version', version: 0 as VersionIndex, isNamed: false };
    if (asked === 'latest') {
      return { kind: 'version', version: (this.history.length - 1) as VersionIndex, isNamed: true };
    }
    const known = this.#indexes.get(asked);
    if (known !== undefined) return { kind: 'version', version: known, isNamed: true };
    return this.#negotiateUnusual(asked);
  }

  /** The last word for this service in a header such as 'compute 2.1, placement 1.39'. */
  #askedFor(header: string): string | undefined {
    for (const part of header.split(',').reverse()) {
      const [service = '', ...rest] = part.trim().split(/\s+/);
      if (service.toLowerCase() === this.service && rest.length > 0) return rest.join(' ');
    }
    return undefined;
  }

  #negotiateUnusual(asked: string): Negotiated {
    const malformed = (why: string): Negotiated => ({
      kind: 'malformed',
      text: `invalid version string: ${asked}; ${why}`,
    });
    const dot = asked.indexOf('.');
    const parts = dot < 0 ? [asked] : [asked.slice(0, dot), asked.slice(dot + 1)];
    const numbers: number[] = [];
    for (const part of parts) {
      const number = pythonInteger(part);
      if (number === null) return malformed(`invalid literal for int() with base 10: '${part}'`);
      numbers.push(number);
    }
    if (numbers.length < 2) return malformed('a version has two numbers');
    const known = this.#indexes.get(numbers.join('.'));
    if (known !== undefined) return { kind: 'version', version: known, isNamed: true };
    return { kind: 'unacceptable', text: `Unacceptable version header: ${asked}` };
  }
}
