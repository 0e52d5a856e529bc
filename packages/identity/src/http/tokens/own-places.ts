import type { Target } from '../../domain/assignments/assignment.ts';
import { assignmentsOfUser } from '../../domain/assignments/effective-roles.ts';
import type { Domain } from '../../domain/domains/domain.ts';
import type { Identity } from '../../domain/identity-state.ts';
import type { Project } from '../../domain/projects/project.ts';
import { catalogView } from '../catalog/catalog-view.ts';
import { domainView } from '../domains/domain-view.ts';
import { endpoint, type IdentityEndpoint, json, urlOf } from '../endpoint.ts';
import { listAnswer } from '../list-answer.ts';
import { projectView } from '../projects/project-view.ts';
import { noCatalog } from './tokens.ts';

/** Where the bearer of a token could be, and what is there. */
export const ownPlaces: readonly IdentityEndpoint[] = [
  endpoint({
    route: 'GET /v3/auth/projects',
    policy: 'identity:get_auth_projects',
    run: (context) =>
      listAnswer(
        context,
        '/auth/projects',
        'projects',
        projectsOf(context.app.identity, context.caller.userId ?? ''),
        projectView,
      ),
  }),
  endpoint({
    route: 'GET /v3/auth/domains',
    policy: 'identity:get_auth_domains',
    run: (context) =>
      listAnswer(
        context,
        '/auth/domains',
        'domains',
        domainsOf(context.app.identity, context.caller.userId ?? ''),
        domainView,
      ),
  }),
  endpoint({
    route: 'GET /v3/auth/system',
    policy: 'identity:get_auth_system',
    run: (context) => {
      const isThere = targetsOf(context.app.identity, context.caller.userId ?? '', 'system').size > 0;
      const links = { self: urlOf(context, '/auth/system') };
      return json(200, { system: isThere ? [{ all: true }] : [], links });
    },
  }),
  endpoint({
    route: 'GET /v3/auth/catalog',
    policy: 'identity:get_auth_catalog',
    run: (context) => {
      const { projectId } = context.caller;
      if (projectId === null) throw noCatalog();
      const links = { self: urlOf(context, '/auth/catalog') };
      return json(200, { catalog: catalogView(context, projectId), links });
    },
  }),
];

/** Those that are enabled, in which the user has a role. */
export function projectsOf(identity: Identity, userId: string): readonly Project[] {
  return [...targetsOf(identity, userId, 'project')].flatMap((id) => {
    const project = identity.projects.get(id);
    return project?.isEnabled ? [project] : [];
  });
}

function domainsOf(identity: Identity, userId: string): readonly Domain[] {
  return [...targetsOf(identity, userId, 'domain')].flatMap((id) => {
    const domain = identity.domains.get(id);
    return domain?.isEnabled ? [domain] : [];
  });
}

function targetsOf(identity: Identity, userId: string, kind: Target['kind']): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { target } of assignmentsOfUser(identity, userId)) if (target.kind === kind) ids.add(target.id);
  return ids;
}
