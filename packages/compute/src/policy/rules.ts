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
