import type { GuardedOperation, RuleDefault } from '@berth/api-kit/policy/rule-default.ts';

const implied = '/v3/roles/{prior_role_id}/implies/{implied_role_id}';
const projectEndpoint = '/v3/OS-EP-FILTER/projects/{project_id}/endpoints/{endpoint_id}';
const reader = '(role:reader and system_scope:all)';
const domainReader = (target: string) => `(role:reader and domain_id:%(${target})s)`;
const admins = 'rule:admin_required';
const readers = `${admins} or ${reader}`;
const grantsOf = (role: string) =>
  ['user', 'group']
    .flatMap((actor) =>
      ['target.project.domain_id', 'target.domain.id'].map(
        (place) => `(role:${role} and domain_id:%(target.${actor}.domain_id)s and domain_id:%(${place})s)`,
      ),
    )
    .join(' or ');

/**
 * Who may do what, unless the operator says otherwise. Names and checks are those of Keystone 2023.1 and later, so that a policy file
 * written for it works here; tokens of every scope are taken, as there.
 */
export const identityRules: readonly RuleDefault[] = [
  base('admin_required', 'role:admin', 'An administrator, wherever the role was given.'),
  base('service_role', 'role:service', 'A service.'),
  base('service_or_admin', 'rule:admin_required or rule:service_role', 'A service, or an administrator.'),
  base('owner', 'user_id:%(user_id)s', 'The user that is asked about.'),
  base(
    'admin_or_owner',
    'rule:admin_required or rule:owner',
    'An administrator, or the user that is asked about.',
  ),
  base('token_subject', 'user_id:%(target.token.user_id)s', 'Whose token it is.'),
  base(
    'admin_or_token_subject',
    'rule:admin_required or rule:token_subject',
    'An administrator, or whose token it is.',
  ),

  rule('validate_token', `${readers} or rule:service_role or rule:token_subject`, 'See what a token is.', [
    'GET /v3/auth/tokens',
  ]),
  rule('check_token', `${readers} or rule:token_subject`, 'See whether a token is good.', [
    'HEAD /v3/auth/tokens',
  ]),
  rule('revoke_token', `${admins} or rule:token_subject`, 'End a token.', ['DELETE /v3/auth/tokens']),
  rule('get_auth_catalog', '', 'See the catalog.', ['GET /v3/auth/catalog']),
  rule('get_auth_projects', '', "See the projects that one's tokens could be for.", [
    'GET /v3/auth/projects',
  ]),
  rule('get_auth_domains', '', "See the domains that one's tokens could be for.", ['GET /v3/auth/domains']),
  rule('get_auth_system', '', "See whether one's tokens could be for the whole system.", [
    'GET /v3/auth/system',
  ]),

  rule(
    'get_domain',
    `${readers} or domain_id:%(target.domain.id)s or project_domain_id:%(target.domain.id)s`,
    'See a domain.',
    ['GET /v3/domains/{domain_id}'],
  ),
  rule('list_domains', readers, 'See all domains.', ['GET /v3/domains']),
  ...written('domain', 'domains'),

  rule(
    'get_project',
    `${readers} or ${domainReader('target.project.domain_id')} or project_id:%(target.project.id)s`,
    'See a project.',
    ['GET /v3/projects/{project_id}'],
  ),
  rule(
    'list_projects',
    `${readers} or ${domainReader('target.domain_id')}`,
    'See all projects, or those of a domain.',
    ['GET /v3/projects'],
  ),
  rule(
    'list_user_projects',
    `${readers} or ${domainReader('target.user.domain_id')} or user_id:%(target.user.id)s`,
    'See the projects of a user.',
    ['GET /v3/users/{user_id}/projects'],
  ),
  ...written('project', 'projects'),

  rule(
    'get_user',
    `${readers} or ${domainReader('target.user.domain_id')} or user_id:%(target.user.id)s`,
    'See a user.',
    ['GET /v3/users/{user_id}'],
  ),
  rule(
    'list_users',
    `${readers} or ${domainReader('target.domain_id')}`,
    'See all users, or those of a domain.',
    ['GET /v3/users'],
  ),
  ...written('user', 'users'),
  {
    ...rule('', '', 'Set another password where one knows the old one.', [
      'POST /v3/users/{user_id}/password',
    ]),
    name: 'berth:users:change_password',
  },

  rule('get_group', `${readers} or ${domainReader('target.group.domain_id')}`, 'See a group.', [
    'GET /v3/groups/{group_id}',
  ]),
  rule(
    'list_groups',
    `${readers} or ${domainReader('target.group.domain_id')}`,
    'See all groups, or those of a domain.',
    ['GET /v3/groups'],
  ),
  rule(
    'list_groups_for_user',
    `${readers} or ${domainReader('target.user.domain_id')} or user_id:%(user_id)s`,
    'See the groups of a user.',
    ['GET /v3/users/{user_id}/groups'],
  ),
  rule(
    'list_users_in_group',
    `${readers} or ${domainReader('target.group.domain_id')}`,
    'See who is in a group.',
    ['GET /v3/groups/{group_id}/users'],
  ),
  rule(
    'check_user_in_group',
    `${readers} or (role:reader and domain_id:%(target.group.domain_id)s and domain_id:%(target.user.domain_id)s)`,
    'See whether somebody is in a group.',
    ['GET /v3/groups/{group_id}/users/{user_id}'],
  ),
  rule('add_user_to_group', admins, 'Put somebody into a group.', [
    'PUT /v3/groups/{group_id}/users/{user_id}',
  ]),
  rule('remove_user_from_group', admins, 'Take somebody out of a group.', [
    'DELETE /v3/groups/{group_id}/users/{user_id}',
  ]),
  ...written('group', 'groups'),

  rule('get_role', readers, 'See a role.', ['GET /v3/roles/{role_id}']),
  rule('list_roles', readers, 'See all roles.', ['GET /v3/roles']),
  ...written('role', 'roles'),
  rule('list_role_inference_rules', readers, 'See which roles imply which.', ['GET /v3/role_inferences']),
  rule('list_implied_roles', readers, 'See what a role implies.', ['GET /v3/roles/{prior_role_id}/implies']),
  rule('get_implied_role', readers, 'See that a role implies another.', [`GET ${implied}`]),
  rule('check_implied_role', readers, 'See whether a role implies another.', [`HEAD ${implied}`]),
  rule('create_implied_role', admins, 'Let a role imply another.', [`PUT ${implied}`]),
  rule('delete_implied_role', admins, 'Let a role imply another no longer.', [`DELETE ${implied}`]),

  rule(
    'list_grants',
    `${readers} or ${grantsOf('reader')}`,
    'See the roles of somebody somewhere.',
    on('GET', false),
  ),
  rule(
    'check_grant',
    `${readers} or ${grantsOf('reader')}`,
    'See whether somebody has a role somewhere.',
    on('GET', true),
  ),
  rule(
    'create_grant',
    `${admins} or ${grantsOf('admin')}`,
    'Give somebody a role somewhere.',
    on('PUT', true),
  ),
  rule(
    'revoke_grant',
    `${admins} or ${grantsOf('admin')}`,
    'Take a role from somebody somewhere.',
    on('DELETE', true),
  ),
  ...['user', 'group'].flatMap((actor) => [
    rule(`list_system_grants_for_${actor}`, readers, `See the roles of a ${actor} in the whole system.`, [
      `GET /v3/system/${actor}s/{${actor}_id}/roles`,
    ]),
    rule(
      `check_system_grant_for_${actor}`,
      readers,
      `See whether a ${actor} has a role in the whole system.`,
      [`GET /v3/system/${actor}s/{${actor}_id}/roles/{role_id}`],
    ),
    rule(`create_system_grant_for_${actor}`, admins, `Give a ${actor} a role in the whole system.`, [
      `PUT /v3/system/${actor}s/{${actor}_id}/roles/{role_id}`,
    ]),
    rule(`revoke_system_grant_for_${actor}`, admins, `Take a role in the whole system from a ${actor}.`, [
      `DELETE /v3/system/${actor}s/{${actor}_id}/roles/{role_id}`,
    ]),
  ]),
  rule(
    'list_role_assignments',
    `${readers} or ${domainReader('target.domain_id')}`,
    'See who has which role where.',
    ['GET /v3/role_assignments'],
  ),
  rule(
    'list_role_assignments_for_tree',
    `${readers} or ${domainReader('target.domain_id')}`,
    'See who has which role in a project and those below it.',
    ['GET /v3/role_assignments'],
  ),

  rule('get_application_credential', `${readers} or rule:owner`, 'See an application credential.', [
    'GET /v3/users/{user_id}/application_credentials/{application_credential_id}',
  ]),
  rule(
    'list_application_credentials',
    `${readers} or rule:owner`,
    'See the application credentials of a user.',
    ['GET /v3/users/{user_id}/application_credentials'],
  ),
  rule('create_application_credential', 'user_id:%(user_id)s', 'Make an application credential.', [
    'POST /v3/users/{user_id}/application_credentials',
  ]),
  rule('delete_application_credential', 'rule:admin_or_owner', 'Delete an application credential.', [
    'DELETE /v3/users/{user_id}/application_credentials/{application_credential_id}',
  ]),
  rule(
    'list_access_rules',
    `${reader} or user_id:%(target.user.id)s`,
    'See the access rules of a user, of which there are none.',
    ['GET /v3/users/{user_id}/access_rules'],
  ),
  rule(
    'list_credentials',
    `${readers} or user_id:%(target.credential.user_id)s`,
    'See the credentials of users for other services, of which there are none.',
    ['GET /v3/credentials'],
  ),

  rule('get_region', '', 'See a region.', ['GET /v3/regions/{region_id}']),
  rule('list_regions', '', 'See all regions.', ['GET /v3/regions']),
  ...written('region', 'regions'),
  rule('get_service', readers, 'See a service of the catalog.', ['GET /v3/services/{service_id}']),
  rule('list_services', readers, 'See all services of the catalog.', ['GET /v3/services']),
  ...written('service', 'services'),
  rule('get_endpoint', readers, 'See an endpoint of the catalog.', ['GET /v3/endpoints/{endpoint_id}']),
  rule('list_endpoints', readers, 'See all endpoints of the catalog.', ['GET /v3/endpoints']),
  ...written('endpoint', 'endpoints'),
  rule('add_endpoint_to_project', admins, 'Tell a project of an endpoint.', [`PUT ${projectEndpoint}`]),
  rule('remove_endpoint_from_project', admins, 'Tell a project of an endpoint no longer.', [
    `DELETE ${projectEndpoint}`,
  ]),
  rule('check_endpoint_in_project', readers, 'See whether a project is told of an endpoint.', [
    `GET ${projectEndpoint}`,
  ]),
  rule('list_endpoints_for_project', readers, 'See which endpoints a project is told of.', [
    'GET /v3/OS-EP-FILTER/projects/{project_id}/endpoints',
  ]),
  rule('list_projects_for_endpoint', readers, 'See which projects are told of an endpoint.', [
    'GET /v3/OS-EP-FILTER/endpoints/{endpoint_id}/projects',
  ]),

  rule('get_registered_limit', '', 'See how much there may be of something.', [
    'GET /v3/registered_limits/{registered_limit_id}',
  ]),
  rule('list_registered_limits', '', 'See all registered limits.', ['GET /v3/registered_limits']),
  rule('create_registered_limits', admins, 'Register limits.', ['POST /v3/registered_limits']),
  ...changed('registered_limit', 'registered_limits'),
  rule('get_limit_model', '', 'See how limits are to be understood.', ['GET /v3/limits/model']),
  rule(
    'get_limit',
    `${readers} or (domain_id:%(target.limit.domain.id)s or domain_id:%(target.limit.project.domain_id)s) or (project_id:%(target.limit.project_id)s and not None:%(target.limit.project_id)s)`,
    'See a limit of a project or domain.',
    ['GET /v3/limits/{limit_id}'],
  ),
  rule('list_limits', '', 'See the limits of the place that the token is for.', ['GET /v3/limits']),
  rule('create_limits', admins, 'Limit projects and domains.', ['POST /v3/limits']),
  ...changed('limit', 'limits'),
];

function base(name: string, check: string, description: string): RuleDefault {
  return { name, check, scopes: [], description, operations: [] };
}

function rule(name: string, check: string, description: string, operations: readonly string[]): RuleDefault {
  return { name: `identity:${name}`, check, scopes: [], description, operations: operations.map(operation) };
}

/** What administrators alone do. */
function written(word: string, words: string): RuleDefault[] {
  return [rule(`create_${word}`, admins, `Make a ${word}.`, [`POST /v3/${words}`]), ...changed(word, words)];
}

function changed(word: string, words: string): RuleDefault[] {
  return [
    rule(`update_${word}`, admins, `Change a ${word.replace('_', ' ')}.`, [
      `PATCH /v3/${words}/{${word}_id}`,
    ]),
    rule(`delete_${word}`, admins, `Delete a ${word.replace('_', ' ')}.`, [
      `DELETE /v3/${words}/{${word}_id}`,
    ]),
  ];
}

function on(method: string, isOne: boolean): string[] {
  return ['project', 'domain'].flatMap((place) =>
    ['user', 'group'].map(
      (actor) =>
        `${method} /v3/${place}s/{${place}_id}/${actor}s/{${actor}_id}/roles${isOne ? '/{role_id}' : ''}`,
    ),
  );
}

function operation(text: string): GuardedOperation {
  const [method = '', path = ''] = text.split(' ');
  return { method, path };
}
