import type { Group } from '../../domain/groups/group.ts';
import { type IdentityContext, urlOf } from '../endpoint.ts';

export function groupView(context: IdentityContext, group: Group): object {
  const { id, name, domainId, description, extra } = group;
  return {
    ...extra,
    id,
    name,
    domain_id: domainId,
    description,
    links: { self: urlOf(context, `/groups/${id}`) },
  };
}
