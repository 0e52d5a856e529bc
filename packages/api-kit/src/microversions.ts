import assert from 'node:assert/strict';

/** A version's place in the history. Code looks things up by it and never compares it. */
export type VersionIndex = number & { readonly __brand: 'VersionIndex' };

export type History = readonly (readonly [version: string, description: string])[];
export type VersionOf<H extends History> = H[number][0];

/** What is in force at each version: the newest rung at or below it. */
export interface Ladder<Rung> {
  /** Undefined below the first rung. */
  at(version: VersionIndex): Rung | undefined;
}

/** One that has something in force at every version. */
export interface WholeLadder<Rung> extends Ladder<Rung> {
  at(version: VersionIndex): Rung;
}

export type View<Thing> = (thing: Thing) => Record<string, unknown>;

/** One form of a field, and the first and the last version that show it so. */
export interface ViewField<Thing, Version> extends Span<Version> {
  readonly get: (thing: Thing) => unknown;
}

/** The same, where a form may be the JSON of the value already: what is in many things is encoded once. */
export interface EncodedField<Thing, Version> extends Span<Version> {
  readonly json: (thing: Thing) => string;
}

/** From which version on, and up to which; both belong to it. Always, unless told. */
export interface Span<Version> {
  readonly since?: Version;
  readonly until?: Version;
}

/**
 * A service's microversions. Ladders and features are resolved here, once, to one entry per version, so that a
 * request does a look-up and no code compares versions.
 */
export class Microversions<const H extends History> {
  readonly service: string;
  readonly history: H;
  readonly #indexes: ReadonlyMap<string, VersionIndex>;

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

  /** The same for what a client has written, which may be anything. */
  find(version: string): VersionIndex | undefined {
    return this.#indexes.get(version);
  }

  /** The first and the last index of a span. */
  range({ since, until }: Span<VersionOf<H>>, what: string): { first: VersionIndex; last: VersionIndex } {
    const first = this.indexOf(since ?? this.oldest);
    const last = this.indexOf(until ?? this.newest);
    assert(first <= last, `${what} begins before it ends`);
    return { first, last };
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
  ): WholeLadder<Readonly<Record<keyof Names, boolean>>> {
    const inForce = this.history.map((_, index) =>
      Object.fromEntries(Object.entries(table).map(([name, since]) => [name, this.indexOf(since) <= index])),
    ) as Record<keyof Names, boolean>[];
    return wholeLadder(inForce);
  }

  /**
   * How a thing is shown, per version: each field says since when and until when it is there. One that has changed its form is a
   * list of forms.
   */
  view<Thing>(
    fields: Readonly<
      Record<string, ViewField<Thing, VersionOf<H>> | readonly ViewField<Thing, VersionOf<H>>[]>
    >,
  ): WholeLadder<View<Thing>> {
    const views = this.#formsInForce(fields).map((shown) => (thing: Thing) => {
      const record: Record<string, unknown> = {};
      for (const [name, { get }] of shown) record[name] = get(thing);
      return record;
    });
    return wholeLadder(views);
  }

  /**
   * The same as JSON: for things with many fields of which many are shown, where to make an object of each first takes most of the
   * time. A field that is undefined is left out.
   */
  jsonView<Thing>(
    fields: Readonly<Record<string, JsonViewField<Thing, VersionOf<H>>>>,
  ): WholeLadder<(thing: Thing) => string> {
    const views = this.#formsInForce(fields).map((shown) => {
      const members = shown.map(([name, form]) => {
        const start = `,${JSON.stringify(name)}:`;
        return { start, encode: 'json' in form ? form.json : encoding(form.get) };
      });
      return (thing: Thing) => {
        let text = '';
        for (const { start, encode } of members) {
          const value = encode(thing);
          if (value !== undefined) text += start + value;
        }
        return `{${text.slice(1)}}`;
      };
    });
    return wholeLadder(views);
  }

  /** What is shown at each version, in the order of the fields. */
  #formsInForce<Form extends Span<VersionOf<H>>>(
    fields: Readonly<Record<string, Form | readonly Form[]>>,
  ): (readonly [name: string, form: Form])[][] {
    const inForce: [name: string, form: Form][][] = this.history.map(() => []);
    for (const [name, field] of Object.entries(fields)) {
      for (const form of [field].flat() as readonly Form[]) {
        const { first, last } = this.range(form, name);
        for (const shown of inForce.slice(first, last + 1)) {
          assert(shown.at(-1)?.[0] !== name, `${name} has one form at each version`);
          shown.push([name, form]);
        }
      }
    }
    return inForce;
  }
}

type JsonForm<Thing, Version> = ViewField<Thing, Version> | EncodedField<Thing, Version>;
/** A field of what is shown as JSON, or the forms that it has had. */
export type JsonViewField<Thing, Version> = JsonForm<Thing, Version> | readonly JsonForm<Thing, Version>[];

function encoding<Thing>(get: (thing: Thing) => unknown): (thing: Thing) => string | undefined {
  // It gives undefined for undefined, though its type does not say so.
  return (thing) => JSON.stringify(get(thing));
}

/** With one rung for each version of the history. */
function wholeLadder<Rung>(rungs: readonly Rung[]): WholeLadder<Rung> {
  return { at: (version) => rungs[version] as Rung };
}
