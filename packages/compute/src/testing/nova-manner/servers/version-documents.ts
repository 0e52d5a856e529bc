import type { Context, Endpoint } from '@berth/api-kit/endpoint.ts';
import type { App } from './app.ts';
import { type Version, versions } from './versions.ts';

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Which versions there are: what a client asks first, and may ask without a token. A load balancer may ask with another method. */
export const versionDocuments: readonly Endpoint<App, Version>[] = [
  ...document('/', (version) => ({ versions: [version] })),
  ...document('/v2.1', (version) => ({ version })),
  ...document('/v2.1[/{project_id}]/', (version) => ({ version })),
];

function document(path: string, around: (version: object) => object): Endpoint<App, Version>[] {
  return methods.map((method) => ({
    route: `${method} ${path}`,
    policy: null,
    run: (context) => ({ status: 200, body: JSON.stringify(around(shownVersion(context))) }),
  }));
}

function shownVersion({ origin, prefix }: Context<App>): object {
  return {
    id: 'v2.1',
    status: 'CURRENT',
    version: versions.newest,
    min_version: versions.oldest,
    updated: '2013-07-23T11:33:21Z',
    links: [{ rel: 'self', href: `${origin}${prefix}/v2.1/` }],
  };
}
