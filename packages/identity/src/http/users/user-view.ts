import type { User } from '../../domain/users/user.ts';
import { type IdentityContext, urlOf } from '../endpoint.ts';

/** Nothing of the password is ever shown. */
export function userView(context: IdentityContext, user: User): object {
  const { id, name, domainId, isEnabled, defaultProjectId, options, extra } = user;
  return {
    ...extra,
    id,
    name,
    domain_id: domainId,
    enabled: isEnabled,
    ...(defaultProjectId === null ? {} : { default_project_id: defaultProjectId }),
    password_expires_at: null,
    options,
    links: { self: urlOf(context, `/users/${id}`) },
  };
}
