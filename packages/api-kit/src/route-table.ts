import assert from 'node:assert/strict';
import type { Endpoint } from './endpoint.ts';
import type { History, Microversions } from './microversions.ts';

/**
 * Every endpoint by path, method and action, resolved per version. Where a path fits two templates, the one that has a word where the
 * other has a parameter is meant, in whatever order they are listed: /servers/detail is not a server. But a method that only the other
 * has is the other's: there, DELETE /servers/detail is about a server that happens to be called so.
 */
export class RouteTable {
  /** By the number of their segments, which leaves few to compare with. */
  readonly #paths: readonly (readonly Pattern[])[];

  /** `parameters`: what they must look like, by name; any text will do for those that are not there. */
  constructor(
    endpoints: readonly Endpoint<unknown>[],
    versions: Microversions<History>,
    parameters: Readonly<Record<string, RegExp>> = {},
  ) {
    const paths = new Map<string, Path>();
    for (const endpoint of endpoints) {
      const { method, template, action } = partsOf(endpoint.route);
      const path = paths.getOrInsertComputed(template, () => ({ template, methods: new Map() }));
      const missing = () => versions.history.map((): Served => endpoint.missing ?? 404);
      place(endpoint, perVersion(path, method, action, missing), versions);
    }
    const byLength: Pattern[][] = [];
    const forms = new Map<string, string>();
    for (const path of paths.values()) {
      for (const form of formsOf(path.template)) {
        const known = forms.getOrInsert(form.replaceAll(/\{\w+\}/g, '{}'), form);
        assert.equal(form, known, 'one path has the same names for its parameters everywhere');
        const segments = segmentsOf(form, parameters);
        (byLength[segments.length] ??= []).push({ path, segments });
      }
    }
    this.#paths = byLength.map((patterns) => patterns.sort(wordsFirst));
  }

  find(segments: readonly string[], method: string): Match | null {
    let first: Match | null = null;
    for (const { path, segments: pattern } of this.#paths[segments.length] ?? []) {
      const params = matchSegments(pattern, segments);
      if (params === null) continue;
      if (path.methods.has(method)) return { path, params };
      first ??= { path, params };
    }
    return first;
  }
}

export interface Path {
  readonly template: string;
  readonly methods: ReadonlyMap<string, Offer>;
}

/** What there is for a method: one thing, or one for each action that the body can name. */
export type Offer = PerVersion | ReadonlyMap<string, PerVersion>;

export type PerVersion = readonly Served[];

/** The endpoint, or the status there is instead. */
type Served = Endpoint<unknown> | 404 | 405;

export interface Match {
  readonly path: Path;
  readonly params: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly path: Path;
  readonly segments: readonly Segment[];
}

/** A word that must be there, or the name of a parameter that may be anything that looks as it must. */
type Segment =
  | { readonly word: string }
  | { readonly word: null; readonly parameter: string; readonly pattern: RegExp | undefined };

function partsOf(route: string): { method: string; template: string; action: string | undefined } {
  assert.match(
    route,
    /^[A-Z]+ \/\S*( \S+)?$/,
    'a route is a method, a path, and an action where there are some',
  );
  const [method = '', template = '', action] = route.split(' ');
  return { method, template, action };
}

/** The list for a method, or for one of its actions, made where there is none yet. */
function perVersion(
  { template, methods }: Path,
  method: string,
  action: string | undefined,
  make: () => Served[],
): Served[] {
  // They are being built here, and only read afterwards.
  const offers = methods as Map<string, Served[] | Map<string, Served[]>>;
  const offer = offers.getOrInsertComputed(method, () => (action === undefined ? make() : new Map()));
  if (offer instanceof Map && action !== undefined) return offer.getOrInsertComputed(action, make);
  assert(
    !(offer instanceof Map) && action === undefined,
    `${method} ${template} has actions, or it has none`,
  );
  return offer;
}

function place(endpoint: Endpoint<unknown>, byVersion: Served[], versions: Microversions<History>): void {
  const { first, last } = versions.range(endpoint, endpoint.route);
  const taken = byVersion.slice(first, last + 1).find((other) => typeof other === 'object');
  assert(taken === undefined, `${endpoint.route} is listed once for each version`);
  byVersion.fill(endpoint, first, last + 1);
}

/** A template as it may stand in a request: with the part that is in brackets, and without it. */
function formsOf(template: string): string[] {
  const [before = '', optional, after = '', ...more] = template.split(/[[\]]/);
  assert(more.length === 0, `${template} has one part that may be left out, at most`);
  return optional === undefined ? [template] : [before + after, before + optional + after];
}

function segmentsOf(form: string, parameters: Readonly<Record<string, RegExp>>): Segment[] {
  return form
    .split('/')
    .slice(1)
    .map((part) => {
      if (!part.startsWith('{')) return { word: part };
      const parameter = part.slice(1, -1);
      return { word: null, parameter, pattern: parameters[parameter] };
    });
}

/** Of two patterns of the same length, that which has a word where they first differ in kind. */
function wordsFirst(one: Pattern, other: Pattern): number {
  const kinds = ({ segments }: Pattern) => segments.map(({ word }) => (word === null ? 'p' : 'w')).join('');
  return kinds(other).localeCompare(kinds(one));
}

/** Both have the same length. */
function matchSegments(
  pattern: readonly Segment[],
  segments: readonly string[],
): Record<string, string> | null {
  let params: Record<string, string> = noParams;
  for (let index = 0; index < pattern.length; index++) {
    const part = pattern[index] as Segment;
    const segment = segments[index] as string;
    if (part.word !== null) {
      if (part.word !== segment) return null;
    } else {
      if (segment === '' || part.pattern?.test(segment) === false) return null;
      if (params === noParams) params = {};
      params[part.parameter] = segment;
    }
  }
  return params;
}

const noParams: Record<string, string> = {};
