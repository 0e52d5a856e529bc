import type { CloudAccess } from './cloud-access.ts';
import { CredentialsError } from './setting.ts';

/** Which address of which service. */
export interface EndpointQuery extends Pick<CloudAccess, 'interface' | 'region'> {
  /** The type: 'placement', 'compute'. */
  readonly service: string;
}

/** Further types under which catalogs have a service, from OpenStack's list of service types. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  'block-storage': ['volumev3', 'block-store'],
  'shared-file-system': ['sharev2'],
  'key-manager': ['key-storage'],
};

/** The address of a service in a catalog of Keystone; throws where there is none, and says what there is. */
export function findEndpoint(catalog: unknown, query: EndpointQuery): string {
  const { service, region } = query;
  const endpoints = endpointsIn(catalog);
  const types = [service, ...(aliases[service] ?? [])];
  for (const type of types) {
    const found = endpoints.find(
      (each) =>
        each.type === type &&
        each.interface === query.interface &&
        (region === null || each.region === region),
    );
    if (found !== undefined) return found.url;
  }
  throw new CredentialsError(complaint(endpoints, types, query));
}

interface Endpoint {
  readonly type: string;
  readonly interface: string;
  readonly region: string;
  readonly url: string;
}

/** What does not have the form of an endpoint is none. */
function endpointsIn(catalog: unknown): readonly Endpoint[] {
  return listOf(catalog).flatMap((service) => {
    const type = member(service, 'type');
    return listOf(member(service, 'endpoints')).flatMap((endpoint) => {
      const [face, url] = [member(endpoint, 'interface'), member(endpoint, 'url')];
      const region = member(endpoint, 'region') ?? member(endpoint, 'region_id');
      if (typeof type !== 'string' || typeof face !== 'string' || !isAddress(url)) return [];
      return [{ type, interface: face, region: typeof region === 'string' ? region : '', url }];
    });
  });
}

function isAddress(url: unknown): url is string {
  return typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url);
}

function complaint(endpoints: readonly Endpoint[], types: readonly string[], query: EndpointQuery): string {
  const { service, region } = query;
  const asked = `the catalog has no ${query.interface} endpoint of ${service}${region === null ? '' : ` in region ${region}`}`;
  if (endpoints.length === 0) return `${asked}: it has no endpoints at all. Is the token for a project?`;
  const others = endpoints.filter(({ type }) => types.includes(type));
  const listed =
    others.length > 0
      ? others.map((each) => `${each.interface} in region ${each.region}`)
      : endpoints.map(({ type }) => type);
  const what = others.length > 0 ? 'those that it has' : 'services that it has';
  return `${asked}; ${what}: ${[...new Set(listed)].slice(0, 30).join(', ')}`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
