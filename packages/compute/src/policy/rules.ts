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
  ofManagers(
    'project_manager_api',
    'role:manager and project_id:%(project_id)s',
    'A manager of the project.',
  ),
  ofProject('project_member_api', 'role:member and project_id:%(project_id)s', 'A member of the project.'),
  ofProject(
    'project_reader_api',
    'role:reader and project_id:%(project_id)s',
    'Anyone who may read in the project.',
  ),
  ofManagers(
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

  // Rules of our own: the original's hosts are not clients.
  {
    name: 'berth:hosts:agent',
    check: 'role:host',
    description:
      'Count as the agent of some host: read what providers Placement has, and write those of hosts that one may act for.',
    scopes: ['project'],
    operations: [],
  },
  {
    name: 'berth:hosts:act',
    check: 'rule:context_is_admin or (role:host and (user_name:%(host)s or user_id:%(host)s))',
    description: 'Act for a host, as its agent: say what it has, do what it is told, and report it.',
    scopes: ['project'],
    operations: [
      { method: 'PUT', path: '/berth/v1/hosts/{host}' },
      { method: 'GET', path: '/berth/v1/hosts/{host}/orders' },
      { method: 'POST', path: '/berth/v1/hosts/{host}/reports' },
      { method: 'GET', path: '/berth/v1/hosts/{host}/servers' },
    ],
  },

  forReaders('berth:servers:decisions', 'See whether there was a place for a server, and what left none.', [
    'GET /berth/v1/servers/{server_id}/decisions',
  ]),
  forAdmins(
    'berth:servers:decisions:hosts',
    'See all of it: hosts by their names, how many there were, what they weighed, and what would have worked.',
    ['GET /berth/v1/servers/{server_id}/decisions'],
  ),

  forAdmins('berth:plans:see', 'See plans of moves, and how far they have come.', [
    'GET /berth/v1/plans',
    'GET /berth/v1/plans/{plan_id}',
  ]),
  forAdmins('berth:plans:make', 'Make and delete plans that empty hosts or spread servers.', [
    'POST /berth/v1/plans',
    'DELETE /berth/v1/plans/{plan_id}',
  ]),

  forAdmins('berth:plans:run', 'Have the moves of a plan made, or stop that.', [
    'POST /berth/v1/plans/{plan_id}/start',
    'POST /berth/v1/plans/{plan_id}/pause',
    'POST /berth/v1/plans/{plan_id}/resume',
  ]),

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
  forReaders('os_compute_api:os-flavor-extra-specs:show', 'See one extra spec of a flavor.', [
    'GET /flavors/{flavor_id}/os-extra_specs/{key}',
  ]),
  forAdmins('os_compute_api:os-flavor-extra-specs:create', 'Give extra specs to a flavor.', [
    'POST /flavors/{flavor_id}/os-extra_specs',
  ]),
  forAdmins('os_compute_api:os-flavor-extra-specs:update', 'Give an extra spec of a flavor another value.', [
    'PUT /flavors/{flavor_id}/os-extra_specs/{key}',
  ]),
  forAdmins('os_compute_api:os-flavor-extra-specs:delete', 'Take an extra spec from a flavor.', [
    'DELETE /flavors/{flavor_id}/os-extra_specs/{key}',
  ]),
  {
    ...forAdmins(
      'os_compute_api:os-flavor-access',
      'See which projects may use a flavor that is not public.',
      ['GET /flavors/{flavor_id}/os-flavor-access'],
    ),
    deprecated: { check: 'rule:admin_or_owner' },
  },
  forAdmins('os_compute_api:os-flavor-access:add_tenant_access', 'Let a project use a flavor.', [
    'POST /flavors/{flavor_id}/action (addTenantAccess)',
  ]),
  forAdmins('os_compute_api:os-flavor-access:remove_tenant_access', 'Let a project no longer use a flavor.', [
    'POST /flavors/{flavor_id}/action (removeTenantAccess)',
  ]),

  forUser('os_compute_api:os-keypairs:index', 'List the key pairs of a user.', ['GET /os-keypairs']),
  forUser('os_compute_api:os-keypairs:create', 'Make a key pair.', ['POST /os-keypairs']),
  forUser('os_compute_api:os-keypairs:show', 'See a key pair.', ['GET /os-keypairs/{keypair_name}']),
  forUser('os_compute_api:os-keypairs:delete', 'Delete a key pair.', ['DELETE /os-keypairs/{keypair_name}']),

  forReaders('os_compute_api:os-server-groups:index', 'List server groups.', ['GET /os-server-groups']),
  forAdmins('os_compute_api:os-server-groups:index:all_projects', 'List the server groups of all projects.', [
    'GET /os-server-groups',
  ]),
  forMembers('os_compute_api:os-server-groups:create', 'Make a server group.', ['POST /os-server-groups']),
  forReaders('os_compute_api:os-server-groups:show', 'See a server group.', [
    'GET /os-server-groups/{server_group_id}',
  ]),
  forMembers('os_compute_api:os-server-groups:delete', 'Delete a server group.', [
    'DELETE /os-server-groups/{server_group_id}',
  ]),

  forReaders('os_compute_api:os-quota-sets:show', 'See the quotas of a project.', [
    'GET /os-quota-sets/{tenant_id}',
  ]),
  forReaders(
    'os_compute_api:os-quota-sets:detail',
    'See the quotas of a project, and what is used of them.',
    ['GET /os-quota-sets/{tenant_id}/detail'],
  ),
  guard('os_compute_api:os-quota-sets:defaults', '@', 'See the default quotas.', [
    'GET /os-quota-sets/{tenant_id}/defaults',
  ]),
  forAdmins('os_compute_api:os-quota-sets:update', 'Change the quotas of a project.', [
    'PUT /os-quota-sets/{tenant_id}',
  ]),
  forAdmins('os_compute_api:os-quota-sets:delete', 'Return to the default quotas.', [
    'DELETE /os-quota-sets/{tenant_id}',
  ]),
  forAdmins('os_compute_api:os-quota-class-sets:show', 'See the quotas of a class.', [
    'GET /os-quota-class-sets/{quota_class}',
  ]),
  forAdmins('os_compute_api:os-quota-class-sets:update', 'Change the quotas of a class.', [
    'PUT /os-quota-class-sets/{quota_class}',
  ]),
  guard('os_compute_api:limits', '@', "See the limits of one's project.", ['GET /limits']),
  forAdmins('os_compute_api:limits:other_project', 'See the limits of a project that is named.', [
    'GET /limits',
  ]),

  forReaders('os_compute_api:servers:index', 'List servers by their names.', ['GET /servers']),
  forReaders('os_compute_api:servers:detail', 'List servers.', ['GET /servers/detail']),
  forAdmins('os_compute_api:servers:index:get_all_tenants', 'List servers of all projects by their names.', [
    'GET /servers',
  ]),
  forAdmins('os_compute_api:servers:detail:get_all_tenants', 'List servers of all projects.', [
    'GET /servers/detail',
  ]),
  forAdmins(
    'os_compute_api:servers:allow_all_filters',
    'Use all filters of lists; those that others may not use have no effect.',
    ['GET /servers', 'GET /servers/detail'],
  ),
  forReaders('os_compute_api:servers:show', 'See a server.', ['GET /servers/{server_id}']),
  forReaders(
    'os_compute_api:servers:show:flavor-extra-specs',
    'See the extra specs of the flavor that a server was made of.',
    ['GET /servers/detail', 'GET /servers/{server_id}'],
  ),
  forAdmins('os_compute_api:servers:show:host_status', 'See whether the host of a server is up.', [
    'GET /servers/detail',
    'GET /servers/{server_id}',
  ]),
  forAdmins(
    'os_compute_api:servers:show:host_status:unknown-only',
    'See it where it is not known, and nothing else of it.',
    ['GET /servers/detail', 'GET /servers/{server_id}'],
  ),
  forAdmins(
    'os_compute_api:os-extended-server-attributes',
    'See where a server is, and what it is called there.',
    ['GET /servers/detail', 'GET /servers/{server_id}'],
  ),
  forReaders('os_compute_api:ips:index', 'List the addresses of a server.', ['GET /servers/{server_id}/ips']),
  forReaders('os_compute_api:ips:show', 'See the addresses of a server in a network.', [
    'GET /servers/{server_id}/ips/{network_label}',
  ]),
  forReaders('os_compute_api:server-metadata:index', 'List the metadata of a server.', [
    'GET /servers/{server_id}/metadata',
  ]),
  forReaders('os_compute_api:server-metadata:show', 'See one item of them.', [
    'GET /servers/{server_id}/metadata/{key}',
  ]),
  forReaders('os_compute_api:os-server-tags:index', 'List the tags of a server.', [
    'GET /servers/{server_id}/tags',
  ]),
  forReaders('os_compute_api:os-server-tags:show', 'See whether a server has a tag.', [
    'GET /servers/{server_id}/tags/{tag}',
  ]),

  forMembers('os_compute_api:servers:create', 'Make servers.', ['POST /servers']),
  forAdmins(
    'os_compute_api:servers:create:forced_host',
    'Make a server on a host that is named, whatever the filters say.',
    ['POST /servers'],
  ),
  forAdmins(
    'compute:servers:create:requested_destination',
    'Make a server on a host that is named, if the filters allow it.',
    ['POST /servers'],
  ),
  forMembers('os_compute_api:servers:create:attach_volume', 'Make a server with a volume.', [
    'POST /servers',
  ]),
  forMembers('os_compute_api:servers:create:attach_network', 'Make a server on a network.', [
    'POST /servers',
  ]),
  forAdmins(
    'network:attach_external_network',
    'Make a server on a network that leads outside and is not shared.',
    ['POST /servers'],
  ),
  forMembers(
    'os_compute_api:servers:create:trusted_certs',
    'Make a server with certificates that its image is checked by.',
    ['POST /servers'],
  ),
  forAdmins(
    'os_compute_api:servers:create:zero_disk_flavor',
    'Make a server of a flavor without a disk, whose image then has no limit.',
    ['POST /servers'],
  ),
  forMembers('os_compute_api:servers:update', 'Change what is said of a server.', [
    'PUT /servers/{server_id}',
  ]),
  forMembers('os_compute_api:servers:delete', 'Delete a server.', ['DELETE /servers/{server_id}']),
  forMembers('os_compute_api:servers:reboot', 'Reboot a server.', [
    'POST /servers/{server_id}/action (reboot)',
  ]),
  forMembers('os_compute_api:servers:rebuild', 'Make a server anew of an image.', [
    'POST /servers/{server_id}/action (rebuild)',
  ]),
  forMembers(
    'os_compute_api:servers:rebuild:trusted_certs',
    'Make a server anew with certificates that its image is checked by.',
    ['POST /servers/{server_id}/action (rebuild)'],
  ),
  forMembers('os_compute_api:servers:create_image', 'Make an image of a server.', [
    'POST /servers/{server_id}/action (createImage)',
  ]),
  forMembers('os_compute_api:os-create-backup', 'Make a backup of a server.', [
    'POST /servers/{server_id}/action (createBackup)',
  ]),
  forMembers('os_compute_api:servers:trigger_crash_dump', 'Trigger a crash dump in a server.', [
    'POST /servers/{server_id}/action (trigger_crash_dump)',
  ]),
  forMembers('os_compute_api:os-shelve:shelve', 'Shelve a server.', [
    'POST /servers/{server_id}/action (shelve)',
  ]),
  forMembers('os_compute_api:os-shelve:unshelve', 'Let a shelved server come back.', [
    'POST /servers/{server_id}/action (unshelve)',
  ]),
  forAdmins('os_compute_api:os-shelve:unshelve_to_host', 'Let a shelved server come back to one host.', [
    'POST /servers/{server_id}/action (unshelve)',
  ]),
  forAdmins('os_compute_api:os-shelve:shelve_offload', 'Take a shelved server off its host.', [
    'POST /servers/{server_id}/action (shelveOffload)',
  ]),
  forMembers('os_compute_api:servers:start', 'Start a server.', [
    'POST /servers/{server_id}/action (os-start)',
  ]),
  forMembers('os_compute_api:servers:stop', 'Stop a server.', ['POST /servers/{server_id}/action (os-stop)']),
  forMembers('os_compute_api:os-pause-server:pause', 'Pause a server.', [
    'POST /servers/{server_id}/action (pause)',
  ]),
  forMembers('os_compute_api:os-pause-server:unpause', 'Let a paused server go on.', [
    'POST /servers/{server_id}/action (unpause)',
  ]),
  forMembers('os_compute_api:os-suspend-server:suspend', 'Suspend a server.', [
    'POST /servers/{server_id}/action (suspend)',
  ]),
  forMembers('os_compute_api:os-suspend-server:resume', 'Resume a suspended server.', [
    'POST /servers/{server_id}/action (resume)',
  ]),
  forMembers('os_compute_api:os-lock-server:lock', 'Lock a server.', [
    'POST /servers/{server_id}/action (lock)',
  ]),
  forMembers('os_compute_api:os-lock-server:unlock', 'Unlock a server.', [
    'POST /servers/{server_id}/action (unlock)',
  ]),
  forAdmins(
    'os_compute_api:os-lock-server:unlock:unlock_override',
    'Unlock a server that somebody else has locked.',
    ['POST /servers/{server_id}/action (unlock)'],
  ),
  forAdmins('os_compute_api:os-admin-actions:reset_state', 'Say what state a server is in.', [
    'POST /servers/{server_id}/action (os-resetState)',
  ]),
  forAdmins('os_compute_api:os-admin-actions:inject_network_info', 'Tell a server of its networks again.', [
    'POST /servers/{server_id}/action (injectNetworkInfo)',
  ]),
  forMembers('os_compute_api:os-remote-consoles', 'Connect to the console of a server.', [
    'POST /servers/{server_id}/action (os-getRDPConsole)',
    'POST /servers/{server_id}/action (os-getSerialConsole)',
    'POST /servers/{server_id}/action (os-getSPICEConsole)',
    'POST /servers/{server_id}/action (os-getVNCConsole)',
    'POST /servers/{server_id}/remote-consoles',
  ]),
  forReaders('os_compute_api:os-volumes-attachments:index', 'List the volumes of a server.', [
    'GET /servers/{server_id}/os-volume_attachments',
  ]),
  forReaders('os_compute_api:os-volumes-attachments:show', 'See a volume of a server.', [
    'GET /servers/{server_id}/os-volume_attachments/{volume_id}',
  ]),
  forMembers('os_compute_api:os-admin-password', 'Change the password of who administers a server.', [
    'POST /servers/{server_id}/action (changePassword)',
  ]),
  forReaders('os_compute_api:os-server-password:show', 'See the encrypted password of a server.', [
    'GET /servers/{server_id}/os-server-password',
  ]),
  forMembers('os_compute_api:os-server-password:clear', 'Forget the encrypted password of a server.', [
    'DELETE /servers/{server_id}/os-server-password',
  ]),
  forMembers('os_compute_api:os-console-output', 'See what a server has written to its console.', [
    'POST /servers/{server_id}/action (os-getConsoleOutput)',
  ]),
  forMembers('os_compute_api:os-rescue', 'Boot a server from another image, to look after it.', [
    'POST /servers/{server_id}/action (rescue)',
  ]),
  forMembers('os_compute_api:os-unrescue', 'Boot a rescued server from its own disk again.', [
    'POST /servers/{server_id}/action (unrescue)',
  ]),
  forMembers('os_compute_api:os-deferred-delete:restore', 'Restore a server that was deleted.', [
    'POST /servers/{server_id}/action (restore)',
  ]),
  forMembers('os_compute_api:os-deferred-delete:force', 'Delete a server for good.', [
    'POST /servers/{server_id}/action (forceDelete)',
  ]),
  forMembers('os_compute_api:server-metadata:create', 'Add metadata to a server.', [
    'POST /servers/{server_id}/metadata',
  ]),
  forMembers('os_compute_api:server-metadata:update_all', 'Replace the metadata of a server.', [
    'PUT /servers/{server_id}/metadata',
  ]),
  forMembers('os_compute_api:server-metadata:update', 'Set one item of them.', [
    'PUT /servers/{server_id}/metadata/{key}',
  ]),
  forMembers('os_compute_api:server-metadata:delete', 'Take one item of them away.', [
    'DELETE /servers/{server_id}/metadata/{key}',
  ]),
  forMembers('os_compute_api:os-server-tags:update_all', 'Replace the tags of a server.', [
    'PUT /servers/{server_id}/tags',
  ]),
  forMembers('os_compute_api:os-server-tags:update', 'Give a tag to a server.', [
    'PUT /servers/{server_id}/tags/{tag}',
  ]),
  forMembers('os_compute_api:os-server-tags:delete', 'Take a tag from a server.', [
    'DELETE /servers/{server_id}/tags/{tag}',
  ]),
  forMembers('os_compute_api:os-server-tags:delete_all', 'Take all tags from a server.', [
    'DELETE /servers/{server_id}/tags',
  ]),

  forReaders('os_compute_api:os-instance-actions:list', 'List what was done with a server.', [
    'GET /servers/{server_id}/os-instance-actions',
  ]),
  forReaders('os_compute_api:os-instance-actions:show', 'See one thing that was done with a server.', [
    'GET /servers/{server_id}/os-instance-actions/{request_id}',
  ]),
  forAdmins(
    'os_compute_api:os-instance-actions:events',
    'See its events, with what went wrong, and where. Up to 2.50 nobody else sees events.',
    ['GET /servers/{server_id}/os-instance-actions/{request_id}'],
  ),
  forAdmins(
    'os_compute_api:os-instance-actions:events:details',
    'See in a line what went wrong in its events.',
    ['GET /servers/{server_id}/os-instance-actions/{request_id}'],
  ),

  guard('os_compute_api:extensions', '@', 'List the parts of the API, and see one.', [
    'GET /extensions',
    'GET /extensions/{alias}',
  ]),
  guard('os_compute_api:os-availability-zone:list', '@', 'List availability zones.', [
    'GET /os-availability-zone',
  ]),
  forAdmins('os_compute_api:os-simple-tenant-usage:list', 'See what all projects have used.', [
    'GET /os-simple-tenant-usage',
  ]),
  forReaders('os_compute_api:os-simple-tenant-usage:show', 'See what a project has used.', [
    'GET /os-simple-tenant-usage/{id}',
  ]),
  forAdmins('os_compute_api:os-instance-usage-audit-log:list', 'See what hosts have noted of usage.', [
    'GET /os-instance_usage_audit_log',
  ]),
  forAdmins('os_compute_api:os-instance-usage-audit-log:show', 'The same, before a time.', [
    'GET /os-instance_usage_audit_log/{before_timestamp}',
  ]),
  forAdmins('os_compute_api:os-availability-zone:detail', 'List them with their hosts.', [
    'GET /os-availability-zone/detail',
  ]),
  forAdmins('os_compute_api:os-server-diagnostics', 'See how the machine of a server does.', [
    'GET /servers/{server_id}/diagnostics',
  ]),
  guard('compute:server:topology:index', 'rule:project_reader_or_admin', 'See the NUMA cells of a server.', [
    'GET /servers/{server_id}/topology',
  ]),
  forAdmins('os_compute_api:os-hosts:list', 'List hosts with their zones.', ['GET /os-hosts']),
  forAdmins('os_compute_api:os-services:list', 'List the agents of hosts.', ['GET /os-services']),
  forAdmins('os_compute_api:os-services:update', 'Disable, enable or force down the agent of a host.', [
    'PUT /os-services/{id}',
  ]),
  forAdmins('os_compute_api:os-services:delete', 'Remove a host.', ['DELETE /os-services/{id}']),
  forAdmins('os_compute_api:os-hypervisors:list', 'List the nodes of hosts by their names.', [
    'GET /os-hypervisors',
  ]),
  forAdmins('os_compute_api:os-hypervisors:list-detail', 'List the nodes of hosts.', [
    'GET /os-hypervisors/detail',
  ]),
  forAdmins('os_compute_api:os-hypervisors:statistics', 'See what all nodes have together.', [
    'GET /os-hypervisors/statistics',
  ]),
  forAdmins('os_compute_api:os-hypervisors:show', 'See a node.', ['GET /os-hypervisors/{id}']),
  forAdmins('os_compute_api:os-hypervisors:uptime', 'See how long a node is up.', [
    'GET /os-hypervisors/{id}/uptime',
  ]),
  forAdmins('os_compute_api:os-hypervisors:search', 'Look for nodes by their names.', [
    'GET /os-hypervisors/{id}/search',
  ]),
  forAdmins('os_compute_api:os-hypervisors:servers', 'List the servers on nodes by the names of these.', [
    'GET /os-hypervisors/{id}/servers',
  ]),

  forAdmins('os_compute_api:os-aggregates:index', 'List aggregates of hosts.', ['GET /os-aggregates']),
  forAdmins('os_compute_api:os-aggregates:create', 'Make an aggregate of hosts.', ['POST /os-aggregates']),
  forAdmins('os_compute_api:os-aggregates:show', 'See an aggregate of hosts.', [
    'GET /os-aggregates/{aggregate_id}',
  ]),
  forAdmins('os_compute_api:os-aggregates:update', 'Give an aggregate of hosts another name or zone.', [
    'PUT /os-aggregates/{aggregate_id}',
  ]),
  forAdmins('os_compute_api:os-aggregates:delete', 'Delete an aggregate of hosts.', [
    'DELETE /os-aggregates/{aggregate_id}',
  ]),
  forAdmins('os_compute_api:os-aggregates:add_host', 'Put a host into an aggregate.', [
    'POST /os-aggregates/{aggregate_id}/action (add_host)',
  ]),
  forAdmins('os_compute_api:os-aggregates:remove_host', 'Take a host out of an aggregate.', [
    'POST /os-aggregates/{aggregate_id}/action (remove_host)',
  ]),
  forAdmins('os_compute_api:os-aggregates:set_metadata', 'Set the metadata of an aggregate.', [
    'POST /os-aggregates/{aggregate_id}/action (set_metadata)',
  ]),
  forAdmins('compute:aggregates:images', 'Ask the hosts of an aggregate to have images at hand.', [
    'POST /os-aggregates/{aggregate_id}/images',
  ]),

  forMembers('os_compute_api:servers:resize', 'Give a server another flavor.', [
    'POST /servers/{server_id}/action (resize)',
  ]),
  forMembers('os_compute_api:servers:confirm_resize', 'Let a server that was resized or migrated stay.', [
    'POST /servers/{server_id}/action (confirmResize)',
  ]),
  forMembers('os_compute_api:servers:revert_resize', 'Bring a server back that was resized or migrated.', [
    'POST /servers/{server_id}/action (revertResize)',
  ]),
  forManagers('os_compute_api:os-migrate-server:migrate', 'Have a server on another host.', [
    'POST /servers/{server_id}/action (migrate)',
  ]),
  forAdmins('os_compute_api:os-evacuate', 'Have a server on another host, since its own is down.', [
    'POST /servers/{server_id}/action (evacuate)',
  ]),
  forAdmins('os_compute_api:os-migrate-server:migrate:host', 'Say which host that is.', [
    'POST /servers/{server_id}/action (migrate)',
  ]),

  forManagers(
    'os_compute_api:os-migrate-server:migrate_live',
    'Have a server on another host while it runs.',
    ['POST /servers/{server_id}/action (os-migrateLive)'],
  ),
  forAdmins('os_compute_api:os-migrate-server:migrate_live:host', 'Say which host that is.', [
    'POST /servers/{server_id}/action (os-migrateLive)',
  ]),

  forManagers('os_compute_api:os-migrations:index', 'List the migrations that were asked for in a project.', [
    'GET /os-migrations',
  ]),
  forAdmins('os_compute_api:os-migrations:index:all_projects', 'List those of all projects.', [
    'GET /os-migrations',
  ]),
  forAdmins('os_compute_api:os-migrations:index:host', 'See from where to where they are.', [
    'GET /os-migrations',
  ]),
  forManagers(
    'os_compute_api:servers:migrations:index',
    'List the migrations of a server that are under way.',
    ['GET /servers/{server_id}/migrations'],
  ),
  forAdmins('os_compute_api:servers:migrations:index:host', 'See from where to where they are.', [
    'GET /servers/{server_id}/migrations',
  ]),
  forAdmins('os_compute_api:servers:migrations:show', 'See one of them.', [
    'GET /servers/{server_id}/migrations/{migration_id}',
  ]),
  forManagers('os_compute_api:servers:migrations:force_complete', 'Have one of them come to an end.', [
    'POST /servers/{server_id}/migrations/{migration_id}/action (force_complete)',
  ]),
  forManagers('os_compute_api:servers:migrations:delete', 'Break one of them off.', [
    'DELETE /servers/{server_id}/migrations/{migration_id}',
  ]),
];

function base(name: string, check: string, description: string): RuleDefault {
  return { name, check, description, scopes: [], operations: [] };
}

/** As long as the new defaults are not enforced, whoever is in the project counts, whatever their role. */
function ofProject(name: string, check: string, description: string): RuleDefault {
  return { ...base(name, check, description), deprecated: { check: 'rule:admin_or_owner' } };
}

/** What is for managers was for administrators before, and never for whoever is in the project. */
function ofManagers(name: string, check: string, description: string): RuleDefault {
  return { ...base(name, check, description), deprecated: { check: 'rule:admin_api' } };
}

function forAdmins(name: string, description: string, operations: readonly string[]): RuleDefault {
  return guard(name, 'rule:context_is_admin', description, operations);
}

function forReaders(name: string, description: string, operations: readonly string[]): RuleDefault {
  const rule = guard(name, 'rule:project_reader_or_admin', description, operations);
  return { ...rule, deprecated: { check: 'rule:admin_or_owner' } };
}

function forMembers(name: string, description: string, operations: readonly string[]): RuleDefault {
  const rule = guard(name, 'rule:project_member_or_admin', description, operations);
  return { ...rule, deprecated: { check: 'rule:admin_or_owner' } };
}

function forManagers(name: string, description: string, operations: readonly string[]): RuleDefault {
  return guard(name, 'rule:project_manager_or_admin', description, operations);
}

/** Whatever the project: it is about what is a user's own. */
function forUser(name: string, description: string, operations: readonly string[]): RuleDefault {
  return guard(name, '(rule:context_is_admin) or user_id:%(user_id)s', description, operations);
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
