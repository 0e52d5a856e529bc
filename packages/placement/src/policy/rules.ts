import type { GuardedOperation, RuleDefault } from '@berth/api-kit/policy/rule-default.ts';

/**
 * Who may do what, unless the operator says otherwise. Names and checks are those of Placement 9.0 and later (2023.1),
 * so that a policy file written for it works here.
 */
export const placementRules: readonly RuleDefault[] = [
  // Base rules. They guard nothing themselves; operators redefine them to change many rules at once.
  base('admin_api', 'role:admin', 'An administrator, in whatever project.'),
  {
    ...base('service_api', 'role:service', 'Another service of the cloud.'),
    deprecated: { check: 'role:admin' },
  },
  {
    ...base('admin_or_service_api', 'role:admin or role:service', 'An administrator or another service.'),
    deprecated: { check: 'role:admin' },
  },
  {
    ...base(
      'project_reader_api',
      'role:reader and project_id:%(project_id)s',
      'Anyone who may read in the project that is asked about.',
    ),
    scopes: [],
    deprecated: { check: 'role:admin' },
  },
  {
    ...base(
      'admin_or_project_reader_or_service_api',
      'role:admin or rule:project_reader_api or role:service',
      'An administrator, another service, or a reader of the project that is asked about.',
    ),
    deprecated: { check: 'role:admin' },
  },

  // Base rules of earlier releases. No rule below refers to them; files of that time may.
  earlierBase('placement', 'role:admin', 'Until 2.0: every operation without a rule of its own.'),
  {
    ...earlierBase(
      'system_admin_api',
      'role:admin and system_scope:all',
      'Until 8.0: all that changes things.',
    ),
    deprecated: { check: 'role:admin' },
  },
  {
    ...earlierBase(
      'system_reader_api',
      'role:reader and system_scope:all',
      'Until 8.0: all that only reads.',
    ),
    deprecated: { check: 'role:admin' },
  },
  {
    ...earlierBase(
      'system_or_project_reader',
      'rule:system_reader_api or rule:project_reader_api',
      'Until 8.0: the usages of a project.',
    ),
    deprecated: { check: 'role:admin' },
  },

  guard('placement:resource_providers:list', 'List resource providers.', ['GET /resource_providers']),
  guard('placement:resource_providers:create', 'Add a resource provider.', ['POST /resource_providers']),
  guard('placement:resource_providers:show', 'Show one resource provider.', [
    'GET /resource_providers/{uuid}',
  ]),
  guard('placement:resource_providers:update', 'Rename a resource provider, or move it to another parent.', [
    'PUT /resource_providers/{uuid}',
  ]),
  guard('placement:resource_providers:delete', 'Remove a resource provider.', [
    'DELETE /resource_providers/{uuid}',
  ]),

  guard('placement:resource_classes:list', 'List resource classes.', ['GET /resource_classes']),
  guard('placement:resource_classes:create', 'Add a resource class.', ['POST /resource_classes']),
  guard('placement:resource_classes:show', 'Show one resource class.', ['GET /resource_classes/{name}']),
  guard('placement:resource_classes:update', 'Add or rename a resource class by its name.', [
    'PUT /resource_classes/{name}',
  ]),
  guard('placement:resource_classes:delete', 'Remove a resource class.', ['DELETE /resource_classes/{name}']),

  guard('placement:resource_providers:inventories:list', 'List what a provider has.', [
    'GET /resource_providers/{uuid}/inventories',
  ]),
  guard('placement:resource_providers:inventories:create', 'Give a provider one more inventory.', [
    'POST /resource_providers/{uuid}/inventories',
  ]),
  guard('placement:resource_providers:inventories:show', 'Show what a provider has of one class.', [
    'GET /resource_providers/{uuid}/inventories/{resource_class}',
  ]),
  guard(
    'placement:resource_providers:inventories:update',
    'Set what a provider has, of one class or of all.',
    [
      'PUT /resource_providers/{uuid}/inventories',
      'PUT /resource_providers/{uuid}/inventories/{resource_class}',
    ],
  ),
  guard('placement:resource_providers:inventories:delete', 'Take inventory away, of one class or of all.', [
    'DELETE /resource_providers/{uuid}/inventories',
    'DELETE /resource_providers/{uuid}/inventories/{resource_class}',
  ]),

  guard('placement:resource_providers:aggregates:list', 'List the aggregates a provider is in.', [
    'GET /resource_providers/{uuid}/aggregates',
  ]),
  guard('placement:resource_providers:aggregates:update', 'Set the aggregates a provider is in.', [
    'PUT /resource_providers/{uuid}/aggregates',
  ]),

  guard('placement:resource_providers:usages', 'Show how much of a provider is used.', [
    'GET /resource_providers/{uuid}/usages',
  ]),
  {
    ...guard('placement:usages', 'Show what a project, or one of its users, uses.', ['GET /usages']),
    check: 'rule:admin_or_project_reader_or_service_api',
  },

  guard('placement:traits:list', 'List traits.', ['GET /traits']),
  guard('placement:traits:show', 'Find out whether a trait exists.', ['GET /traits/{name}']),
  guard('placement:traits:update', 'Add a trait.', ['PUT /traits/{name}']),
  guard('placement:traits:delete', 'Remove a trait.', ['DELETE /traits/{name}']),
  guard('placement:resource_providers:traits:list', 'List the traits of a provider.', [
    'GET /resource_providers/{uuid}/traits',
  ]),
  guard('placement:resource_providers:traits:update', 'Set the traits of a provider.', [
    'PUT /resource_providers/{uuid}/traits',
  ]),
  guard('placement:resource_providers:traits:delete', 'Take all traits from a provider.', [
    'DELETE /resource_providers/{uuid}/traits',
  ]),

  guard('placement:allocations:manage', 'Set the allocations of several consumers in one step.', [
    'POST /allocations',
  ]),
  guard('placement:allocations:list', 'List what a consumer holds.', ['GET /allocations/{consumer_uuid}']),
  guard('placement:allocations:update', 'Set what a consumer holds.', ['PUT /allocations/{consumer_uuid}']),
  guard('placement:allocations:delete', 'Release all that a consumer holds.', [
    'DELETE /allocations/{consumer_uuid}',
  ]),
  guard('placement:resource_providers:allocations:list', 'List what consumers hold of a provider.', [
    'GET /resource_providers/{uuid}/allocations',
  ]),
  guard('placement:allocation_candidates:list', 'Search for places that can take a request.', [
    'GET /allocation_candidates',
  ]),

  {
    ...guard(
      'placement:reshaper:reshape',
      'Move inventory and its allocations between providers in one step.',
      ['POST /reshaper'],
    ),
    check: 'rule:service_api',
  },

  // Rules of our own, for what Placement does not have.
  {
    ...guard(
      'berth:explain:providers',
      'See names of providers in explanations; others see classes and counts. To ask for one at all takes placement:allocation_candidates:list.',
      ['GET /berth/v1/explain/allocation_candidates'],
    ),
    check: 'rule:admin_api',
  },
];

function base(name: string, check: string, description: string): RuleDefault {
  return { name, check, scopes: ['project'], description, operations: [] };
}

function earlierBase(name: string, check: string, description: string): RuleDefault {
  return { ...base(name, check, description), scopes: [] };
}

/** What only administrators and services may do: all but two operations. */
function guard(name: string, description: string, operations: readonly string[]): RuleDefault {
  return {
    name,
    check: 'rule:admin_or_service_api',
    scopes: ['project'],
    description,
    operations: operations.map(operation),
  };
}

function operation(text: string): GuardedOperation {
  const [method = '', path = ''] = text.split(' ');
  return { method, path };
}
