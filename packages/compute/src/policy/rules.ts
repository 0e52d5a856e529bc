import type { RuleDefault } from '@berth/api-kit/policy/rule-default.ts';

/**
 * Who may do what, unless the operator says otherwise. Names and checks are those of Nova 2023.1 and later, so that a policy file
 * written for it works here. `is_admin` is what `context_is_admin` says.
 */
export const computeRules: readonly RuleDefault[] = [
  // Base rules. They guard nothing themselves; operators redefine them to change many rules at once.
  base('context_is_admin', 'role:admin', 'An administrator, in whatever project.'),
  base('admin_api', 'role:admin', 'The same, by its older name.'),
  base(
    'admin_or_owner',
    'role:admin or project_id:%(project_id)s',
    'Until 2023.1: an administrator, or anyone in the project that is asked about.',
  ),
  ofProject('project_manager_api', 'role:manager and project_id:%(project_id)s', 'A manager of the project.'),
  ofProject('project_member_api', 'role:member and project_id:%(project_id)s', 'A member of the project.'),
  ofProject(
    'project_reader_api',
    'role:reader and project_id:%(project_id)s',
    'Anyone who may read in the project.',
  ),
  ofProject(
    'project_manager_or_admin',
    'rule:project_manager_api or rule:context_is_admin',
    'A manager of the project, or an administrator.',
  ),
  ofProject(
    'project_member_or_admin',
    'rule:project_member_api or rule:context_is_admin',
    'A member of the project, or an administrator.',
  ),
  ofProject(
    'project_reader_or_admin',
    'rule:project_reader_api or rule:context_is_admin',
    'Anyone who may read in the project, or an administrator.',
  ),

  forAdmins('os_compute_api:os-flavor-manage:create', 'Make a flavor.', ['POST /flavors']),
  forAdmins('os_compute_api:os-flavor-manage:update', "Change a flavor's description.", [
    'PUT /flavors/{flavor_id}',
  ]),
  forAdmins('os_compute_api:os-flavor-manage:delete', 'Delete a flavor.', ['DELETE /flavors/{flavor_id}']),
  forReaders('os_compute_api:os-flavor-extra-specs:index', 'See the extra specs of flavors.', [
    'GET /flavors/{flavor_id}/os-extra_specs',
    'GET /flavors/detail',
    'GET /flavors/{flavor_id}',
    'POST /flavors',
    'PUT /flavors/{flavor_id}',
  ]),

  forReaders('os_compute_api:servers:index', 'List servers by their names.', ['GET /servers']),
  forReaders('os_compute_api:servers:detail', 'List servers.', ['GET /servers/detail']),
  forAdmins('os_compute_api:servers:index:get_all_tenants', 'List servers of all projects by their names.', ['GET /servers']),
  forAdmins('os_compute_api:servers:detail:get_all_tenants', 'List servers of all projects.', ['GET /servers/detail']),
  forAdmins('os_compute_api:servers:allow_all_filters', 'Use all filters of lists; those that others may not use have no effect.', [
    'GET /servers',
    'GET /servers/detail',
  ]),
  forReaders('os_compute_api:servers:show', 'See a server.', ['GET /servers/{server_id}']),
  forReaders('os_compute_api:servers:show:flavor-extra-specs', 'See the extra specs of the flavor that a server was made of.', [
    'GET /servers/detail',
    'GET /servers/{server_id}',
  ]),
  forAdmins('os_compute_api:servers:show:host_status', 'See whether the host of a server is up.', [
    'GET /servers/detail',
    'GET /servers/{server_id}',
  ]),
  forAdmins('os_compute_api:servers:show:host_status:unknown-only', 'See it where it is not known, and nothing else of it.', [
    'GET /servers/detail',
    'GET /servers/{server_id}',
  ]),
  forAdmins('os_compute_api:os-extended-server-attributes', 'See where a server is, and what it is called there.', [
    'GET /servers/detail',
    'GET /servers/{server_id}',
  ]),
  forReaders('os_compute_api:ips:index', 'List the addresses of a server.', ['GET /servers/{server_id}/ips']),
  forReaders('os_compute_api:ips:show', 'See the addresses of a server in a network.', ['GET /servers/{server_id}/ips/{network_label}']),
  forReaders('os_compute_api:server-metadata:index', 'List the metadata of a server.', ['GET /servers/{server_id}/metadata']),
  forReaders('os_compute_api:server-metadata:show', 'See one item of them.', ['GET /servers/{server_id}/metadata/{key}']),
  forReaders('os_compute_api:os-server-tags:index', 'List the tags of a server.', ['GET /servers/{server_id}/tags']),
  forReaders('os_compute_api:os-server-tags:show', 'See whether a server has a tag.', ['GET /servers/{server_id}/tags/{tag}']),

  forReaders('os_compute_api:os-instance-actions:list', 'List what was done with a server.', [
    'GET /servers/{server_id}/os-instance-actions',
  ]),
  forReaders('os_compute_api:os-instance-actions:show', 'See one thing that was done with a server.', [
    'GET /servers/{server_id}/os-instance-actions/{request_id}',
  ]),
  forAdmins('os_compute_api:os-instance-actions:events', 'See its events, with what went wrong, and where. Up to 2.50 nobody else sees events.', [
    'GET /servers/{server_id}/os-instance-actions/{request_id}',
  ]),
  forAdmins('os_compute_api:os-instance-actions:events:details', 'See in a line what went wrong in its events.', [
    'GET /servers/{server_id}/os-instance-actions/{request_id}',
  ]),

  forAdmins('os_compute_api:os-migrations:index', 'List migrations.', ['GET /os-migrations']),
  forAdmins('os_compute_api:servers:migrations:index', 'List the migrations of a server that are under way.', [
    'GET /servers/{server_id}/migrations',
  ]),
  forAdmins('os_compute_api:servers:migrations:show', 'See one of them.', [
    'GET /servers/{server_id}/migrations/{migration_id}',
  ]),
];

function base(name: string, check: string, description: string): RuleDefault {
  return { name, check, description, scopes: [], operations: [] };
}

/** As long as the new defaults are not enforced, whoever is in the project counts, whatever their role. */
function ofProject(name: string, check: string, description: string): RuleDefault {
  return { ...base(name, check, description), deprecated: { check: 'rule:admin_or_owner' } };
}

function forAdmins(name: string, description: string, operations: readonly string[]): RuleDefault {
  return guard(name, 'rule:context_is_admin', description, operations);
}

function forReaders(name: string, description: string, operations: readonly string[]): RuleDefault {
  const rule = guard(name, 'rule:project_reader_or_admin', description, operations);
  return { ...rule, deprecated: { check: 'rule:admin_or_owner' } };
}

function guard(name: string, check: string, description: string, operations: readonly string[]): RuleDefault {
  return {
    name,
    check,
    description,
    scopes: ['project'],
    operations: operations.map((operation) => {
      const [method = '', path = ''] = operation.split(' ');
      return { method, path };
    }),
  };
}
