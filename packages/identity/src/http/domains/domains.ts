import type { Domain } from '../../domain/domains/domain.ts';
import type { DomainId } from '../../domain/ids.ts';
import { collectionEndpoints, newOptions, sentFields } from '../collection-endpoints.ts';
import { boolean, description, nullable, options, shortName, tags } from '../fragments.ts';
import { domainView } from './domain-view.ts';

export const domains = collectionEndpoints<Domain>({
  noun: 'domain',
  word: 'domain',
  words: 'domains',
  rules: {
    list: 'identity:list_domains',
    show: 'identity:get_domain',
    create: 'identity:create_domain',
    update: 'identity:update_domain',
    delete: 'identity:delete_domain',
  },
  get: ({ app }, id) => app.identity.domains.get(id),
  all: ({ app }) => app.identity.domains.values(),
  filters: { name: ({ name }) => name, enabled: ({ isEnabled }) => isEnabled },
  view: domainView,
  targetOf: ({ id }) => ({ 'target.domain.id': id }),
  properties: {
    description: nullable(description),
    enabled: boolean,
    name: shortName,
    tags,
    options,
  },
  required: ['name'],
  create: ({ app }, sent, extra) => {
    const domain = {
      id: app.newId() as DomainId,
      description: '',
      isEnabled: true,
      tags: [],
      ...sentFields(sent, fields),
      options: newOptions(sent),
      extra,
    } as unknown as Domain; // As its schema says.
    return { command: { kind: 'create-domain', domain }, id: domain.id };
  },
  update: (_context, id, sent, extra) => ({
    kind: 'update-domain',
    id,
    change: { ...(sentFields(sent, fields) as Partial<Domain>), extra },
  }),
  remove: (id) => ({ kind: 'delete-domain', id }),
});

const fields = {
  name: 'name',
  description: 'description',
  enabled: 'isEnabled',
  tags: 'tags',
  options: 'options',
} as const;
