import type { Authenticate, Caller } from '../caller.ts';

/**
 * Believes whatever the request says about its caller, as the original does under `auth_strategy = noauth2`: for
 * tests and for trying things out, never for a network that anybody else is on.
 *
 * The token is USER or USER:PROJECT. Any token will do, an empty one too; only none at all is refused.
 */
export function noauth2(): Authenticate {
  return (headers) => {
    const token = headers['x-auth-token'];
    if (token === undefined) return { kind: 'unauthenticated' };
    const [userId, projectId] = userAndProject(token);
    const caller: Caller = {
      userId,
      projectId: headers['x-project-id'] ?? tokenProject(headers, projectId),
      domainId: headers['x-domain-id'] ?? null,
      roles: rolesOf(headers['x-roles'], userId),
      systemScope: headers['openstack-system-scope'] ?? null,
      isServiceToken: false,
      attributes: furtherAttributes(headers),
    };
    return { kind: 'caller', caller };
  };
}

type Headers = Parameters<Authenticate>[0];

function userAndProject(token: string): readonly [user: string, project: string] {
  const colon = token.indexOf(':');
  if (colon < 0) return [token, token];
  const user = token.slice(0, colon);
  return [user, token.slice(colon + 1) || user];
}

/** A system-scoped request is not in the project of its token; older names of the header may still give one. */
function tokenProject(headers: Headers, project: string): string | null {
  if (!headers['openstack-system-scope']) return project;
  return headers['x-tenant-id'] ?? headers['x-tenant'] ?? null;
}

function rolesOf(header: string | undefined, userId: string): readonly string[] {
  if (header === undefined) return userId === 'admin' ? ['admin'] : [];
  return listIn(header);
}

/** Headers that nothing in this service reads by itself, but an operator's policy may. */
const attributeHeaders = [
  ['user_domain_id', 'x-user-domain-id'],
  ['project_domain_id', 'x-project-domain-id'],
  ['service_user_id', 'x-service-user-id'],
  ['service_user_domain_id', 'x-service-user-domain-id'],
  ['service_project_id', 'x-service-project-id'],
  ['service_project_domain_id', 'x-service-project-domain-id'],
] as const;

function furtherAttributes(headers: Headers): NonNullable<Caller['attributes']> {
  const found: Record<string, string | boolean | readonly string[]> = {};
  for (const [attribute, header] of attributeHeaders) {
    const value = headers[header];
    if (value !== undefined) found[attribute] = value;
  }
  const serviceRoles = headers['x-service-roles'];
  if (serviceRoles !== undefined) found['service_roles'] = listIn(serviceRoles);
  const isAdminProject = headers['x-is-admin-project'];
  if (isAdminProject !== undefined) found['is_admin_project'] = isAdminProject.toLowerCase() === 'true';
  return found;
}

function listIn(header: string): readonly string[] {
  return header === '' ? [] : header.split(',').map((entry) => entry.trim());
}
