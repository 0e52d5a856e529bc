import type { Domain } from '../../domain/domains/domain.ts';
import type { GoodToken } from '../../tokens/judge-token.ts';
import { catalogView } from '../catalog/catalog-view.ts';
import type { IdentityContext } from '../endpoint.ts';
import { shownTime } from '../shown-time.ts';

/** A token as those are told who have it, or check it. */
export function tokenView(context: IdentityContext, token: GoodToken): object {
  const { claims, user, userDomain, scope, roles, credential } = token;
  const hasCatalog = scope.kind !== 'unscoped' && !context.query.has('nocatalog');
  return {
    methods: claims.methods,
    user: { domain: briefDomain(userDomain), id: user.id, name: user.name, password_expires_at: null },
    audit_ids: claims.auditIds,
    expires_at: shownTime(claims.expiresAt),
    issued_at: shownTime(claims.issuedAt),
    ...(scope.kind === 'project'
      ? {
          project: { domain: briefDomain(scope.domain), id: scope.project.id, name: scope.project.name },
          is_domain: false,
        }
      : {}),
    ...(scope.kind === 'domain' ? { domain: briefDomain(scope.domain) } : {}),
    ...(scope.kind === 'system' ? { system: { all: true } } : {}),
    ...(scope.kind === 'unscoped' ? {} : { roles: roles.map(({ id, name }) => ({ id, name })) }),
    ...(hasCatalog
      ? { catalog: catalogView(context, scope.kind === 'project' ? scope.project.id : null) }
      : {}),
    ...(credential
      ? {
          application_credential: {
            id: credential.id,
            name: credential.name,
            restricted: !credential.isUnrestricted,
          },
        }
      : {}),
  };
}

function briefDomain({ id, name }: Domain): object {
  return { id, name };
}
