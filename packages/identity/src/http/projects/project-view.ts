import type { Project } from '../../domain/projects/project.ts';
import { type IdentityContext, urlOf } from '../endpoint.ts';

export function projectView(context: IdentityContext, project: Project): object {
  const { id, name, domainId, description, isEnabled, parentId, tags, options, extra } = project;
  return {
    ...extra,
    id,
    name,
    domain_id: domainId,
    description,
    enabled: isEnabled,
    // To clients a domain is the project that all others of it are below.
    parent_id: parentId ?? domainId,
    is_domain: false,
    tags,
    options,
    links: { self: urlOf(context, `/projects/${id}`) },
  };
}
