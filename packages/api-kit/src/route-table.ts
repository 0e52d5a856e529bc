import assert from 'node:assert/strict';
import type { Endpoint } from './endpoint.ts';
import type { History, Microversions, VersionIndex } from './microversions.ts';

/** Every endpoint by path and method, resolved per version. */
export class RouteTable<App> {
  /** By the number of their segments, which leaves few to compare with. */
  readonly #paths: readonly (readonly Path<App>[])[];

  constructor(endpoints: readonly Endpoint<App>[], versions: Microversions<History>) {
    const paths = new Map<string, Path<App>>();
    for (const endpoint of endpoints) {
      assert.match(endpoint.route, /^[A-Z]+ \/\S*$/, 'a route is a method and a path');
      const [method = '', template = ''] = endpoint.route.split(' ');
      let path = paths.get(template);
      if (!path)
        paths.set(template, (path = { template, segments: segmentsOf(template), methods: new Map() }));
      let byVersion = path.methods.get(method);
      if (!byVersion)
        path.methods.set(method, (byVersion = versions.history.map(() => endpoint.missing ?? 404)));
      const first = endpoint.since === undefined ? 0 : versions.indexOf(endpoint.since);
      const last = endpoint.until === undefined ? byVersion.length - 1 : versions.indexOf(endpoint.until);
      assert(first <= last, `${endpoint.route} begins before it ends`);
      const taken = byVersion.slice(first, last + 1).find((other) => typeof other === 'object');
      assert(taken === undefined, `${endpoint.route} is listed once for each version`);
      byVersion.fill(endpoint, first, last + 1);
    }
    const byLength: Path<App>[][] = [];
    for (const path of paths.values()) (byLength[path.segments.length] ??= []).push(path);
    this.#paths = byLength;
  }

  find(segments: readonly string[]): Match<App> | null {
    for (const path of this.#paths[segments.length] ?? []) {
      const params = matchSegments(path.segments, segments);
      if (params) return { path, params };
    }
    return null;
  }
}

export interface Path<App> {
  readonly template: string;
  readonly segments: readonly Segment[];
  /** Per method and version: the endpoint, or the status there is instead. */
  readonly methods: Map<string, (Endpoint<App> | 404 | 405)[]>;
}

/** A word that must be there, or the name of a parameter that may be anything. */
type Segment = { readonly word: string } | { readonly word: null; readonly parameter: string };

export interface Match<App> {
  readonly path: Path<App>;
  readonly params: Readonly<Record<string, string>>;
}

export function endpointOf<App>(
  path: Path<App>,
  method: string,
  version: VersionIndex,
): Endpoint<App> | 404 | 405 | undefined {
  return path.methods.get(method)?.[version];
}

function segmentsOf(template: string): Segment[] {
  return template
    .split('/')
    .slice(1)
    .map((part) => (part.startsWith('{') ? { word: null, parameter: part.slice(1, -1) } : { word: part }));
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
      if (segment === '') return null;
      if (params === noParams) params = {};
      params[part.parameter] = segment;
    }
  }
  return params;
}

const noParams: Record<string, string> = {};
