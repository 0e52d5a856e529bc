import type { Domain } from '../../domain/domains/domain.ts';
import { type IdentityContext, urlOf } from '../endpoint.ts';

export function domainView(context: IdentityContext, domain: Domain): object {
  const { id, name, description, isEnabled, tags, options, extra } = domain;
  return {
    ...extra,
    id,
    name,
    description,
    enabled: isEnabled,
    tags,
    options,
    links: { self: urlOf(context, `/domains/${id}`) },
  };
}
