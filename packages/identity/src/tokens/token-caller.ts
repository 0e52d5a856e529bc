import type { Caller } from '@berth/api-kit/caller.ts';
import type { GoodToken } from './judge-token.ts';

/** The bearer of a token, as policies see them. */
export function tokenCaller({ claims, user, scope, roles }: GoodToken): Caller {
  return {
    userId: user.id,
    projectId: scope.kind === 'project' ? scope.project.id : null,
    domainId: scope.kind === 'domain' ? scope.domain.id : null,
    roles: roles.map(({ name }) => name),
    systemScope: scope.kind === 'system' ? 'all' : null,
    isServiceToken: false,
    until: claims.expiresAt,
    attributes: {
      user_name: user.name,
      user_domain_id: user.domainId,
      project_domain_id: scope.kind === 'project' ? scope.project.domainId : null,
      is_admin_project: true,
    },
  };
}
