import type { Context, Endpoint } from '../../../endpoint.ts';
import type { App } from './app.ts';
import { type Version, versions } from './versions.ts';

/** Which versions there are: what a client asks first, and may ask without a token. */
export const versionDocuments: readonly Endpoint<App, Version>[] = [
  document('GET /', (version) => ({ versions: [version] })),
  document('GET /v2.1', (version) => ({ version })),
  document('GET /v2.1/', (version) => ({ version })),
];

function document(route: string, around: (version: object) => object): Endpoint<App, Version> {
  return {
    route,
    policy: null,
    run: (context) => ({ status: 200, body: JSON.stringify(around(shownVersion(context))) }),
  };
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
