import { HttpError, badRequest } from '@berth/api-kit/http-error.ts';
import type { JsonObject } from '@berth/api-kit/json/json-type.ts';
import type { DomainId, ProjectId } from '../../domain/ids.ts';
import type { Project } from '../../domain/projects/project.ts';
import type { IdentityContext } from '../endpoint.ts';
import {
  collectionEndpoints,
  domainFor,
  newOptions,
  refuseOtherDomain,
  sentFields,
} from '../collection-endpoints.ts';
import { boolean, description, idString, nullable, options, shortName, tags } from '../fragments.ts';
import { projectTree } from './project-tree.ts';
import { projectView } from './project-view.ts';

export const projects = collectionEndpoints<Project>({
  noun: 'project',
  word: 'project',
  words: 'projects',
  rules: {
    list: 'identity:list_projects',
    show: 'identity:get_project',
    create: 'identity:create_project',
    update: 'identity:update_project',
    delete: 'identity:delete_project',
  },
  get: ({ app }, id) => app.identity.projects.get(id),
  all: ({ app }) => app.identity.projects.values(),
  filters: {
    domain_id: ({ domainId }) => domainId,
    enabled: ({ isEnabled }) => isEnabled,
    name: ({ name }) => name,
    parent_id: ({ parentId, domainId }) => parentId ?? domainId,
    is_domain: () => false,
  },
  view: projectView,
  more: projectTree,
  targetOf: ({ id, domainId }) => ({ 'target.project.id': id, 'target.project.domain_id': domainId }),
  domainOf: ({ domainId }) => domainId,
  properties: {
    description: nullable(description),
    domain_id: nullable(idString),
    enabled: boolean,
    is_domain: boolean,
    parent_id: nullable(idString),
    name: shortName,
    tags,
    options,
  },
  required: ['name'],
  create: (context, sent, extra) => {
    const { app } = context;
    if (sent['is_domain'] === true) throw badRequest('A project that is a domain is made as a domain.');
    const { domainId, parentId } = placeOf(context, sent);
    const project = {
      id: app.newId() as ProjectId,
      description: '',
      isEnabled: true,
      tags: [],
      ...sentFields(sent, fields),
      options: newOptions(sent),
      domainId,
      parentId,
      extra,
    } as unknown as Project; // As its schema says.
    return { command: { kind: 'create-project', project }, id: project.id };
  },
  update: ({ app }, id, sent, extra) => {
    const { domainId, parentId } = app.identity.projects.get(id) ?? {};
    refuseOtherDomain(sent, domainId);
    if (Object.hasOwn(sent, 'parent_id') && sent['parent_id'] !== (parentId ?? domainId))
      throw new HttpError(403, 'Update of `parent_id` is not allowed.');
    if (sent['is_domain'] === true) throw badRequest('Update of `is_domain` is not allowed.');
    return {
      kind: 'update-project',
      id,
      change: { ...(sentFields(sent, fields) as Partial<Project>), extra },
    };
  },
  remove: (id) => ({ kind: 'delete-project', id }),
  looksAtBodyFirst: true,
});

const fields = {
  name: 'name',
  description: 'description',
  enabled: 'isEnabled',
  tags: 'tags',
  options: 'options',
} as const;

/** The domain that it is in, and the project that it is below: to clients that may be the domain itself. */
function placeOf(
  context: IdentityContext,
  sent: JsonObject,
): { readonly domainId: DomainId; readonly parentId: ProjectId | null } {
  const { domains } = context.app.identity;
  const parent = sent['parent_id'];
  const isDomain = typeof parent === 'string' && domains.has(parent);
  const domainId = domainFor(context, sent['domain_id']) as DomainId;
  if (isDomain && domainId !== parent) {
    throw badRequest(
      `Cannot create project, since it specifies its domain_id ${domainId}, but specifies a parent in a different domain (${parent}).`,
    );
  }
  return { domainId, parentId: typeof parent === 'string' && !isDomain ? (parent as ProjectId) : null };
}
