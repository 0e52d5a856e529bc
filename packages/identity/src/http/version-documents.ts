import { type IdentityContext, type IdentityEndpoint, json, urlOf } from './endpoint.ts';
import { apiVersion } from './versions.ts';

/** Which version there is: what a client asks first, and may ask without a token. */
export const versionDocuments: readonly IdentityEndpoint[] = [
  {
    route: 'GET /',
    policy: null,
    run: (context) =>
      json(
        300,
        { versions: { values: [shownVersion(context)] } },
        { headers: { location: urlOf(context, '/') } },
      ),
  },
  { route: 'GET /v3', policy: null, run: (context) => json(200, { version: shownVersion(context) }) },
];

function shownVersion(context: IdentityContext): object {
  return {
    id: apiVersion,
    status: 'stable',
    updated: '2020-04-07T00:00:00Z',
    links: [{ rel: 'self', href: urlOf(context, '/') }],
    'media-types': [{ base: 'application/json', type: 'application/vnd.openstack.identity-v3+json' }],
  };
}
