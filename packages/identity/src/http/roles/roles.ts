import { badRequest } from '@berth/api-kit/http-error.ts';
import type { RoleId } from '../../domain/ids.ts';
import type { Role } from '../../domain/roles/role.ts';
import { collectionEndpoints, newOptions, sentFields } from '../collection-endpoints.ts';
import { description, name, nullable, options } from '../fragments.ts';
import { roleView } from './role-view.ts';

const fields = { name: 'name', description: 'description', options: 'options' } as const;

export const roles = collectionEndpoints<Role>({
  noun: 'role',
  word: 'role',
  words: 'roles',
  rules: {
    list: 'identity:list_roles',
    show: 'identity:get_role',
    create: 'identity:create_role',
    update: 'identity:update_role',
    delete: 'identity:delete_role',
  },
  get: ({ app }, id) => app.identity.roles.get(id),
  all: ({ app }) => app.identity.roles.values(),
  filters: { name: ({ name }) => name, domain_id: () => null },
  view: roleView,
  targetOf: ({ id }) => ({ 'target.role.id': id }),
  properties: { name, description, options, domain_id: nullable({ type: 'string' }) },
  required: ['name'],
  create: ({ app }, sent, extra) => {
    if (typeof sent['domain_id'] === 'string') throw badRequest('Roles of one domain are not supported.');
    const role = {
      id: app.newId() as RoleId,
      description: null,
      ...sentFields(sent, fields),
      options: newOptions(sent),
      extra,
    } as unknown as Role; // As its schema says.
    return { command: { kind: 'create-role', role }, id: role.id };
  },
  update: (_context, id, sent, extra) => ({
    kind: 'update-role',
    id,
    change: { ...(sentFields(sent, fields) as Partial<Role>), extra },
  }),
  remove: (id) => ({ kind: 'delete-role', id }),
});
