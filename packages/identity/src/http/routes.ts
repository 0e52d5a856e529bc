import { applicationCredentials } from './application-credentials/application-credentials.ts';
import { grants } from './assignments/grants.ts';
import { roleAssignments } from './assignments/role-assignments.ts';
import { catalogEndpoints } from './catalog/catalog-endpoints.ts';
import { endpointFilter } from './catalog/endpoint-filter.ts';
import { domains } from './domains/domains.ts';
import { endpoint, type IdentityEndpoint, withHeads } from './endpoint.ts';
import { groups } from './groups/groups.ts';
import { limits } from './limits/limits.ts';
import { registeredLimits } from './limits/registered-limits.ts';
import { listAnswer } from './list-answer.ts';
import { projects } from './projects/projects.ts';
import { impliedRoles } from './roles/implied-roles.ts';
import { roles } from './roles/roles.ts';
import { ownPlaces } from './tokens/own-places.ts';
import { checkToken, issueToken, revokeToken, validateToken } from './tokens/tokens.ts';
import { ofUser } from './users/of-user.ts';
import { users } from './users/users.ts';
import { versionDocuments } from './version-documents.ts';

/** Clients ask for what users keep for other services; here there is none. */
const credentials = endpoint({
  route: 'GET /v3/credentials',
  // Everybody sees their own.
  find: ({ caller }) => caller.userId,
  policy: 'identity:list_credentials',
  target: (_asked, userId: string | null) => ({ 'target.credential.user_id': userId }),
  run: (context) => listAnswer(context, '/credentials', 'credentials', [], () => ({})),
});

/** The whole API. */
export const routes: readonly IdentityEndpoint[] = withHeads([
  ...versionDocuments,
  issueToken,
  validateToken,
  checkToken,
  revokeToken,
  ...ownPlaces,
  ...domains,
  ...projects,
  ...users,
  ...ofUser,
  ...groups,
  ...roles,
  ...impliedRoles,
  ...grants,
  ...roleAssignments,
  ...applicationCredentials,
  ...catalogEndpoints,
  ...endpointFilter,
  ...registeredLimits,
  ...limits,
  credentials,
]);
