import type { Role } from '../../domain/roles/role.ts';
import { type IdentityContext, urlOf } from '../endpoint.ts';

export function roleView(context: IdentityContext, role: Role): object {
  const { id, name, description, options, extra } = role;
  return {
    ...extra,
    id,
    name,
    domain_id: null,
    description,
    options,
    links: { self: urlOf(context, `/roles/${id}`) },
  };
}

/** As it is shown where roles imply each other. */
export function briefRole(context: IdentityContext, { id, name }: Role): object {
  return { id, links: { self: urlOf(context, `/roles/${id}`) }, name };
}
