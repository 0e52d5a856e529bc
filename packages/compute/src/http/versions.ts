import { Microversions } from '@berth/api-kit/microversions.ts';

/** The microversions of compute that are served, oldest first, with what each changes. */
export const history = [
  ['2.1', 'Start. As the old v2 API, with strict input checks. No version header means this one'],
  [
    '2.2',
    'Keypairs have a `type` (`ssh` default, `x509`) in create body and all answers. Create answers 201 (was 200), delete 204 (was 202)',
  ],
  [
    '2.3',
    'Server show and detail, for admins: `OS-EXT-SRV-ATTR:` `hostname kernel_id launch_index ramdisk_id reservation_id root_device_name user_data`. Items of `os-extended-volumes:volumes_attached` get `delete_on_termination`',
  ],
  ['2.4', 'As before: what changes is not served here (os-fixed-ips)'],
  ['2.5', 'Server list: `ip6` counts as a filter for non-admins too (before: silently dropped)'],
  ['2.6', '`POST /servers/{id}/remote-consoles` is new, the four `os-get*Console` actions are 404'],
  ['2.7', '`addTenantAccess` on a public flavor is 409 (before: accepted)'],
  ['2.8', 'As before: what changes is not served here (console type `webmks`)'],
  ['2.9', '`locked` (boolean) in server show, detail, update and rebuild answers'],
  [
    '2.10',
    'Keypairs: `user_id` in the create body and as a query parameter of list, show and delete (admin, for other users)',
  ],
  [
    '2.11',
    'os-services: `forced_down` in the list; `PUT /os-services/force-down` with `{host, binary, forced_down}` exists (before: 404, or 400 for the unknown member)',
  ],
  ['2.12', 'As before: what changes is not served here (os-virtual-interfaces)'],
  ['2.13', 'Server groups show `project_id` and `user_id`'],
  [
    '2.14',
    '`evacuate`: `onSharedStorage` is gone from the body (refused), `adminPass` gone from the answer (empty body)',
  ],
  ['2.15', 'Server group policies `soft-affinity` and `soft-anti-affinity` are allowed'],
  ['2.16', '`host_status` in server show and detail (admin; `UP DOWN MAINTENANCE UNKNOWN` or empty)'],
  ['2.17', 'Action `trigger_crash_dump`'],
  ['2.18', 'Paths without project id are official. Upstream serves both forms in every version'],
  [
    '2.19',
    '`description` of a server: create, update, rebuild bodies; show, detail, update, rebuild answers (null if never given)',
  ],
  ['2.20', 'As before: what changes is not served here (volumes of shelved servers)'],
  ['2.21', 'os-instance-actions works for deleted servers (404 before)'],
  ['2.22', '`POST /servers/{id}/migrations/{mid}/action` `force_complete`'],
  [
    '2.23',
    '`GET /servers/{id}/migrations` and `/{mid}` (in-progress live migrations). os-migrations gets `migration_type`, and `links` for in-progress live migrations',
  ],
  ['2.24', '`DELETE /servers/{id}/migrations/{mid}`: abort a running live migration (202)'],
  [
    '2.25',
    '`os-migrateLive`: `block_migration` may be `"auto"`, `disk_over_commit` is gone (refused), `host` and `block_migration` stay required',
  ],
  [
    '2.26',
    'Server tags: the `/tags` routes, `tags` in show, detail, update, rebuild, and the list filters `tags tags-any not-tags not-tags-any`',
  ],
  ['2.27', 'The header `OpenStack-API-Version: compute X.Y` is official. Upstream reads it in every version'],
  ['2.28', 'Hypervisor `cpu_info` is an object instead of a string of JSON'],
  ['2.29', '`evacuate` takes `force`; with `host` and without `force` the scheduler checks the host'],
  ['2.30', '`os-migrateLive` takes `force`; with `host` and without `force` the scheduler checks the host'],
  ['2.31', 'As before: what changes is not served here (console tokens)'],
  ['2.32', 'Server create: `tag` in `networks[]` and in `block_device_mapping_v2[]`'],
  [
    '2.33',
    'Hypervisor list and detail: `limit`, `marker`, `hypervisors_links`. By an upstream mistake `block_device_mapping_v2[].tag` is refused again until 2.42',
  ],
  [
    '2.34',
    '`os-migrateLive` does its checks in the background: a failed check is no longer 400, see the migration and action instead',
  ],
  ['2.35', 'Keypair list: `limit`, `marker`, `keypairs_links`, ordered by name'],
  [
    '2.36',
    'Proxy APIs (images; others are not served here) are 404. Network keys vanish from limits, quota sets and quota defaults (body and answer). Upstream bug: `force` in PUT os-quota-sets was lost for a while',
  ],
  [
    '2.37',
    'Server create: `networks` is required: `"auto"`, `"none"` or a list with strict uuids. By mistake `networks[].tag` is refused again until 2.42',
  ],
  ['2.38', 'Server list: an unknown `status` filter value is 400 (before: empty list)'],
  [
    '2.39',
    '`maxImageMeta` is gone from limits, metadata of images is 404, and createImage no longer checks the metadata quota',
  ],
  ['2.40', 'As before: what changes is not served here (os-simple-tenant-usage paging)'],
  ['2.41', 'Aggregates show `uuid`'],
  ['2.42', 'Server create: both `tag` fields are accepted again'],
  ['2.43', 'os-hosts is 404'],
  [
    '2.44',
    'As before: what changes is not served here (fixed and floating IP actions, os-virtual-interfaces are 404)',
  ],
  ['2.45', '`createImage` and `createBackup` answer `{"image_id"}` and no `Location` header'],
  ['2.46', '`X-OpenStack-Request-Id` is official. Upstream sends it in every version'],
  [
    '2.47',
    'Server `flavor` is the embedded flavor `{vcpus ram disk ephemeral swap original_name extra_specs}` instead of `{id, links}` (show, detail, update, rebuild); `extra_specs` only if policy `servers:show:flavor-extra-specs` allows',
  ],
  ['2.48', 'Server diagnostics have a fixed shape (before: whatever the driver gave)'],
  ['2.49', 'As before: what changes is not served here (tags when attaching)'],
  ['2.50', 'os-quota-class-sets: `server_groups` and `server_group_members` appear, network keys vanish'],
  [
    '2.51',
    'Instance action show: `events` for the owner too, without `traceback` (policy `os-instance-actions:events` decides on the traceback)',
  ],
  ['2.52', 'Server create takes `tags`'],
  [
    '2.53',
    'Services and hypervisors have uuids as `id`. `PUT /os-services/{uuid}` with `{status?, disabled_reason?, forced_down?}` replaces enable/disable/disable-log-reason/force-down and answers the full service. Hypervisors: `/search` and `/servers` are 404, the query has `hypervisor_hostname_pattern` and `with_servers`, markers are uuids, unknown query parameters are 400',
  ],
  ['2.54', '`rebuild` takes `key_name` (null removes it) and its answer shows `key_name`'],
  [
    '2.55',
    'Flavor `description`: create body, all flavor answers including the brief list; `PUT /flavors/{id}` exists (description only)',
  ],
  ['2.56', '`migrate` takes `{"host": name}` or null; before, the body of `migrate` was not looked at'],
  [
    '2.57',
    '`personality` is gone from create and rebuild (refused); `rebuild` takes and shows `user_data`; `maxPersonality*` gone from limits, `injected_file*` from quota sets and quota classes',
  ],
  [
    '2.58',
    'os-instance-actions: `limit`, `marker`, `changes-since`, `links`, `updated_at`; unknown query parameters are 400',
  ],
  [
    '2.59',
    'os-migrations: `limit`, `marker`, `changes-since`, `migrations_links`, unknown query parameters 400; `uuid` here and in `/servers/{id}/migrations`',
  ],
  ['2.60', 'As before: what changes is not served here (multiattach volumes)'],
  [
    '2.61',
    '`extra_specs` in flavor show, detail, create, update (if policy `os-flavor-extra-specs:index` allows)',
  ],
  ['2.62', 'Instance action events: `hostId` for all, `host` if policy `os-instance-actions:events` allows'],
  [
    '2.63',
    '`trusted_image_certificates` in create and rebuild bodies and in show, detail, update, rebuild answers',
  ],
  [
    '2.64',
    'Server groups: `policy` (one name) and `rules` (`max_server_per_host`, anti-affinity only) replace `policies` and `metadata` in body and answers',
  ],
  ['2.65', 'A live migration that is `queued` or `preparing` can be aborted too (400 before)'],
  ['2.66', '`changes-before` on server list and detail, os-instance-actions, os-migrations'],
  ['2.67', 'Server create: `block_device_mapping_v2[].volume_type`'],
  ['2.68', '`force` is gone from `evacuate` and `os-migrateLive` (refused)'],
  [
    '2.69',
    'Servers and services of a cell that is down are shown as partial records with status `UNKNOWN` (never happens with one cell that is up)',
  ],
  ['2.70', 'As before: what changes is not served here (tags of attached volumes and ports)'],
  ['2.71', '`server_groups` (list of ids) in server show, update, rebuild; not in detail'],
  ['2.72', 'As before: what changes is not served here (ports with resource requests)'],
  [
    '2.73',
    '`lock` takes `{"locked_reason"}` or null; `locked_reason` in show, detail, update, rebuild; `locked` as filter and sort key',
  ],
  [
    '2.74',
    'Server create: `host` and `hypervisor_hostname` (policy `compute:servers:create:requested_destination`, admin); the scheduler still checks them',
  ],
  [
    '2.75',
    'Unknown query parameters are 400 on most lists; update and rebuild answers have all fields of show; flavor `swap` is 0 instead of `""`; hypervisors with `with_servers` always show `servers`',
  ],
  [
    '2.76',
    'As before: what changes is not served here (external event power-update; shows up as an instance action)',
  ],
  ['2.77', '`unshelve` takes `availability_zone`'],
  ['2.78', '`GET /servers/{id}/topology`'],
  ['2.79', 'As before: what changes is not served here (delete_on_termination when attaching a volume)'],
  ['2.80', '`user_id` and `project_id` in os-migrations (also as filters) and in `/servers/{id}/migrations`'],
  ['2.81', '`POST /os-aggregates/{id}/images` (202): cache images on the hosts of an aggregate'],
  ['2.82', 'As before: what changes is not served here (external event of accelerators)'],
  [
    '2.83',
    'Server list: more filters for non-admins: `availability_zone config_drive key_name created_at launched_at terminated_at power_state task_state vm_state progress user_id`',
  ],
  [
    '2.84',
    'Instance action events get `details` (fault text of a failed event; policy `os-instance-actions:events:details`, admin)',
  ],
  ['2.85', 'As before: what changes is not served here (PUT os-volume_attachments)'],
  [
    '2.86',
    'Known extra specs are validated in `POST os-extra_specs` and `PUT os-extra_specs/{key}` (400); see extra-specs.md',
  ],
  ['2.87', 'As before: what changes is not served here (rescue of volume-backed servers)'],
  [
    '2.88',
    'Hypervisor detail and show lose all usage fields and `cpu_info`, get `uptime` (null if unknown); `/statistics` and `/{id}/uptime` are 404',
  ],
  ['2.89', 'As before: what changes is not served here (fields of volume attachments)'],
  [
    '2.90',
    '`hostname` in create, update and rebuild bodies; `OS-EXT-SRV-ATTR:hostname` visible to everybody; `hostname` becomes a filter for non-admins',
  ],
  ['2.91', '`unshelve` takes `host`, and null `availability_zone` unpins'],
  [
    '2.92',
    'Keypair create: `public_key` is required (none are generated any more, no `private_key` in the answer), names may contain `@` and `.`',
  ],
  ['2.93', 'Volume-backed servers may be rebuilt with another image (400 before); no change of shape'],
  ['2.94', '`hostname` may be a fully qualified name'],
  ['2.95', 'An evacuated server ends stopped on its new host (before: as it was)'],
  ['2.96', '`pinned_availability_zone` (null or a name) in server show, detail, update, rebuild'],
] as const;

export type Version = (typeof history)[number][0];

export const versions = new Microversions('compute', history);
