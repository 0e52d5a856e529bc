import type { Endpoint } from './endpoint.ts';
import type { History, Microversions, VersionIndex } from './microversions.ts';

/** Every endpoint by path and method, resolved per version. */
export class RouteTable<App> {
  readonly #paths: readonly Path<App>[];

  constructor(endpoints: readonly Endpoint<App>[], versions: Microversions<History>) {
    const paths = new Map<string, Path<App>>();
    for (const endpoint of endpoints) {
      const [method = '', template = ''] = endpoint.route.split(' ');
      let path = paths.get(template);
      if (!path)
        paths.set(
          template,
          (path = { template, segments: template.split('/').slice(1), methods: new Map() }),
        );
      let byVersion = path.methods.get(method);
      if (!byVersion)
        path.methods.set(method, (byVersion = versions.history.map(() => endpoint.missing ?? 404)));
      const first = endpoint.since === undefined ? 0 : versions.indexOf(endpoint.since);
      const last = endpoint.until === undefined ? byVersion.length - 1 : versions.indexOf(endpoint.until);
      byVersion.fill(endpoint, first, last + 1);
    }
    this.#paths = [...paths.values()];
  }

  find(segments: readonly string[]): Match<App> | null {
    for (const path of this.#paths) {
      const params = matchSegments(path.segments, segments);
      if (params) return { path, params };
    }
    return null;
  }
}

export interface Path<App> {
  readonly template: string;
  readonly segments: readonly string[];
  /** Per method and version: the endpoint, or the status there is instead. */
  readonly methods: Map<string, (Endpoint<App> | 404 | 405)[]>;
}

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

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  let params: Record<string, string> = noParams;
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] as string;
    if (part.startsWith('{')) {
      if (segment === '') return null;
      if (params === noParams) params = {};
      params[part.slice(1, -1)] = segment;
    } else if (part !== segment) {
      return null;
    }
  }
  return params;
}

const noParams: Record<string, string> = {};
