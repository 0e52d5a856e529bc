import type { IdentityContext } from '../endpoint.ts';
import { toldOf } from './endpoint-filter.ts';
import { endpointIdOf, interfaces, serviceIdOf, urlOfMounted } from './mounted-services.ts';

/**
 * The catalog of a token: what is served here, and what administrators have added. Where its project is told of certain endpoints, it has
 * these alone, and only services that have any.
 */
export function catalogView(context: IdentityContext, projectId: string | null): object[] {
  const all = wholeCatalog(context, projectId);
  const ids = projectId === null ? new Set<string>() : toldOf(context, projectId);
  if (ids.size === 0) return all;
  return all
    .map((service) => ({ ...service, endpoints: service.endpoints.filter(({ id }) => ids.has(id)) }))
    .filter(({ endpoints }) => endpoints.length > 0);
}

interface CatalogEntry {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly endpoints: readonly { readonly id: string }[];
}

function wholeCatalog(context: IdentityContext, projectId: string | null): CatalogEntry[] {
  const { app } = context;
  const { identity, mounted, region } = app;
  const here = mounted.map((service) => ({
    id: serviceIdOf(service),
    type: service.type,
    name: service.name,
    endpoints: interfaces.map((through) => ({
      id: endpointIdOf(service, through),
      interface: through,
      region_id: region,
      region,
      url: urlOfMounted(service, context),
    })),
  }));
  const added: CatalogEntry[] = [];
  for (const { id, type, name, isEnabled } of identity.catalogServices.values()) {
    if (!isEnabled) continue;
    const endpoints = [...identity.catalogEndpoints.of(`service:${id}`)].filter((each) => each.isEnabled);
    added.push({
      id,
      type,
      name,
      endpoints: endpoints.flatMap((each) => {
        const url = filledUrl(each.url, projectId);
        const { regionId } = each;
        return url === null
          ? []
          : [{ id: each.id, interface: each.interface, region_id: regionId, region: regionId, url }];
      }),
    });
  }
  return [...here, ...added];
}

/** Null where the place of the project cannot be filled in: who has none is not told of it. */
function filledUrl(url: string, projectId: string | null): string | null {
  const places = /[$%]\((?:tenant_id|project_id)\)s/g;
  if (!places.test(url)) return url;
  return projectId === null ? null : url.replaceAll(places, projectId);
}
