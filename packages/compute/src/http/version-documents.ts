import { notFound } from '@berth/api-kit/http-error.ts';
import { base, type ComputeContext, type ComputeEndpoint, json } from './endpoint.ts';
import { versions } from './versions.ts';

const allMethods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Which versions there are: what a client asks first, and may ask without a token. A load balancer may ask with another method. By its name a
 * version is told to those with a token, as in the original.
 */
export const versionDocuments: readonly ComputeEndpoint[] = [
  ...document('/', (context) => ({ versions: [shownVersion(context)] })),
  ...document('/v2.1', (context) => ({ version: versionInFull(context) })),
  ...document('/v2.1/', (context) => ({ version: versionInFull(context) })),
  ...document('/v2.1/{project_id}/', (context) => ({ version: versionInFull(context) }), ['GET']),
  ...document(`${base}/versions/{id}`, versionNamed, ['GET']),
];

function document(
  path: string,
  show: (context: ComputeContext) => object,
  methods: readonly string[] = allMethods,
): ComputeEndpoint[] {
  return methods.map((method) => ({
    route: `${method} ${path}`,
    policy: null,
    run: (context) => json(200, show(context)),
  }));
}

function versionNamed(context: ComputeContext): object {
  const shown = versionInFull(context);
  if (context.params['id'] !== shown.id) throw notFound('The resource could not be found.');
  return { version: shown };
}

function shownVersion({ origin, prefix }: ComputeContext) {
  return {
    id: 'v2.1',
    status: 'CURRENT',
    version: versions.newest,
    min_version: versions.oldest,
    updated: '2013-07-23T11:33:21Z',
    links: [{ rel: 'self', href: `${origin}${prefix}/v2.1/` }],
  };
}

function versionInFull(context: ComputeContext) {
  const { links, ...version } = shownVersion(context);
  return {
    ...version,
    links: [...links, { rel: 'describedby', type: 'text/html', href: 'http://docs.openstack.org/' }],
    'media-types': [{ base: 'application/json', type: 'application/vnd.openstack.compute+json;version=2.1' }],
  };
}
