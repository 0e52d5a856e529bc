import { noContent } from '@berth/api-kit/endpoint.ts';
import { found } from '../../domain/found.ts';
import { impliedRoleId } from '../../domain/roles/role.ts';
import { refuse } from '../../domain/refusals.ts';
import { endpoint, type IdentityContext, type IdentityEndpoint, json, urlOf } from '../endpoint.ts';
import { briefRole } from './role-view.ts';

const one = '/v3/roles/{prior_id}/implies/{implied_id}';

/** Which roles come with which. */
export const impliedRoles: readonly IdentityEndpoint[] = [
  endpoint({
    route: 'GET /v3/role_inferences',
    policy: 'identity:list_role_inference_rules',
    run: (context) => {
      const { identity } = context.app;
      const priors = new Set(Array.from(identity.impliedRoles.values(), ({ priorId }) => priorId));
      return json(200, { role_inferences: Array.from(priors, (id) => inference(context, id)) });
    },
  }),
  endpoint({
    route: 'GET /v3/roles/{prior_id}/implies',
    policy: 'identity:list_implied_roles',
    run: (context) => {
      const priorId = context.params['prior_id'] ?? '';
      return json(200, {
        role_inference: inference(context, priorId),
        links: { self: urlOf(context, `/roles/${priorId}/implies`) },
      });
    },
  }),
  endpoint({
    route: `GET ${one}`,
    policy: 'identity:get_implied_role',
    run: (context) => {
      checkImplied(context);
      return json(200, oneInference(context));
    },
  }),
  endpoint({
    route: `HEAD ${one}`,
    policy: 'identity:check_implied_role',
    run: (context) => {
      checkImplied(context);
      return noContent;
    },
  }),
  endpoint({
    route: `PUT ${one}`,
    policy: 'identity:create_implied_role',
    run: (context) =>
      context.app.commit({ kind: 'imply-role', ...rolesIn(context) }, () => json(201, oneInference(context))),
  }),
  endpoint({
    route: `DELETE ${one}`,
    policy: 'identity:delete_implied_role',
    run: (context) => context.app.commit({ kind: 'unimply-role', ...rolesIn(context) }, () => noContent),
  }),
];

function rolesIn({ params }: IdentityContext): { readonly priorId: string; readonly impliedId: string } {
  return { priorId: params['prior_id'] ?? '', impliedId: params['implied_id'] ?? '' };
}

function checkImplied(context: IdentityContext): void {
  const { priorId, impliedId } = rolesIn(context);
  for (const id of [priorId, impliedId]) found(context.app.identity, 'role', id);
  if (context.app.identity.impliedRoles.has(impliedRoleId(priorId, impliedId))) return;
  refuse({ kind: 'implied-role-not-found', priorId, impliedId });
}

function inference(context: IdentityContext, priorId: string): object {
  const { identity } = context.app;
  const prior = found(identity, 'role', priorId);
  const implied = [...identity.impliedRoles.of(`prior:${priorId}`)];
  return {
    prior_role: briefRole(context, prior),
    implies: implied.map(({ impliedId }) => briefRole(context, found(identity, 'role', impliedId))),
  };
}

function oneInference(context: IdentityContext): object {
  const { identity } = context.app;
  const { priorId, impliedId } = rolesIn(context);
  return {
    role_inference: {
      prior_role: briefRole(context, found(identity, 'role', priorId)),
      implies: briefRole(context, found(identity, 'role', impliedId)),
    },
    links: { self: urlOf(context, `/roles/${priorId}/implies/${impliedId}`) },
  };
}
