import {
  boolean,
  choice,
  duration,
  durationOrNever,
  integer,
  ledgerPlace,
  limit,
  list,
  pathPrefix,
  quota,
  secret,
  size,
  text,
  threads,
  timeout,
  url,
} from './kinds.ts';
import { schedulerSettings } from './scheduler-settings.ts';
import { optional, type Setting, withDefault, sectionOf } from './setting.ts';

/** What can be set, in the order of the documentation. The keys are the names in the program. */
export const settings = {
  host: withDefault(text('ADDRESS'), {
    name: 'host',
    path: 'server.host',
    default: '127.0.0.1',
    help: 'The address to listen on.',
  }),
  port: withDefault(integer('PORT', 0, 65_535), {
    name: 'port',
    path: 'server.port',
    default: '8778',
    help: 'The port to listen on; 0 takes any that is free.',
  }),
  identityPort: ownPort('identity', 'identity is', '/v3', 5000),
  placementPort: ownPort('placement', 'placement alone is', '/resource_providers', 8778),
  computePort: ownPort('compute', 'compute is', '/v2.1', 8774),
  imagePort: ownPort('image', 'images are', '/v2', 9292),
  networkPort: ownPort('network', 'the network that is built in is', '/v2.0', 9696),
  workers: withDefault(threads(), {
    name: 'workers',
    path: 'server.workers',
    default: '1',
    help: 'Threads that answer requests, each with the whole state in memory. One of them makes all changes. Only on a ledger in a file; on PostgreSQL start more processes instead.',
  }),
  bodyLimitBytes: withDefault(size(), {
    name: 'body-limit',
    path: 'server.body_limit',
    default: '8MiB',
    help: 'The largest request body; a larger one is answered with 413.',
  }),
  writeItemsMax: withDefault(integer('N', 1_000, 1_000_000), {
    name: 'max-write-items',
    path: 'server.max_write_items',
    default: '5000',
    help: 'How many things (consumers, allocations, inventories, traits, aggregates) one request may write or replace; a larger one is answered with 413. A reshape may have four times as many, since it is all of a host or nothing. Nobody else is served while they are written, which takes some 5 µs for each.',
  }),
  allBodiesBytes: withDefault(size(), {
    name: 'all-bodies-limit',
    path: 'server.all_bodies_limit',
    default: '64MiB',
    help: 'What the bodies of all requests may take together. A request that finds no room waits, and is answered with 503 after 10 seconds.',
  }),
  requestTimeoutMs: withDefault(timeout(), {
    name: 'request-timeout',
    path: 'server.request_timeout',
    default: '60s',
    help: 'How long a client may take to send a request; a slower one is answered with 408.',
  }),
  shutdownGraceMs: withDefault(timeout(), {
    name: 'shutdown-grace',
    path: 'server.shutdown_grace',
    default: '30s',
    help: 'How long a stopping server waits for the requests it has accepted, and a stopping host for the pass that is under way.',
  }),
  maxConnections: withDefault(integer('N', 1), {
    name: 'max-connections',
    path: 'server.max_connections',
    default: '10000',
    help: 'Connections at one time; more are closed as they come.',
  }),
  maxAnonymousConnections: withDefault(integer('N', 1), {
    name: 'max-anonymous-connections',
    path: 'server.max_anonymous_connections',
    default: '1000',
    help: 'Connections at one time on which nobody has shown a valid token. Of more, the oldest ones that wait for no answer are closed.',
  }),
  trustsForwarded: withDefault(boolean(), {
    name: 'trust-forwarded-headers',
    path: 'server.trust_forwarded_headers',
    default: 'false',
    help: 'Believe X-Forwarded-Proto, -Host, -For and -Prefix. Only behind a proxy that sets all of them itself, or takes them off.',
  }),
  pathPrefix: optional(pathPrefix(), {
    name: 'path-prefix',
    path: 'server.path_prefix',
    help: 'What the path of every request begins with, such as /placement, so that http://controller/placement is the endpoint. Other paths are answered with 404, but for /healthcheck and /metrics.',
  }),
  tlsCertFile: optional(text('FILE'), {
    name: 'tls-cert',
    path: 'server.tls_cert',
    help: 'A file with the certificate, in PEM, and those of the authorities between it and the root. With it, only TLS is spoken.',
  }),
  tlsKeyFile: optional(text('FILE'), {
    name: 'tls-key',
    path: 'server.tls_key',
    help: 'A file with the private key of the certificate, in PEM, without a passphrase.',
  }),
  tlsMinVersion: withDefault(choice('1.2', '1.3'), {
    name: 'tls-min-version',
    path: 'server.tls_min_version',
    default: '1.2',
    help: 'The oldest version of TLS that clients may speak.',
  }),

  ledgerPath: withDefault(ledgerPlace(), {
    name: 'ledger',
    path: 'ledger.path',
    default: './berth.db',
    help: 'The SQLite file with all state (:memory: keeps nothing after the end of the process), or a PostgreSQL database, postgres://user@host/database, which several processes can share. Its password is best in the file that PGPASSFILE names; in the URL it may be in the variable or in the file with the settings, but not on the command line.',
  }),
  ledgerSchema: withDefault(text('NAME'), {
    name: 'ledger-schema',
    path: 'ledger.schema',
    default: 'berth',
    help: 'The schema in the PostgreSQL database that has the ledger to itself.',
  }),
  journalRetentionMs: withDefault(duration(), {
    name: 'journal-retention',
    path: 'ledger.journal_retention',
    default: '7d',
    help: 'How long the journal of changes is kept. The state itself is kept for ever.',
  }),

  maxEventReaders: withDefault(integer('N', 0), {
    name: 'max-event-readers',
    path: 'changes.max_event_readers',
    default: '1000',
    help: 'Clients that may follow the changes as events at one time, in each thread; more are answered with 503.',
  }),

  hostSilenceMaxMs: withDefault(timeout(), {
    name: 'host-down-time',
    path: 'compute.host_down_time',
    default: '60s',
    help: 'After how long without a sign of life a compute host counts as down. Agents of hosts are heard of every half minute.',
  }),
  maxWaitingHosts: withDefault(integer('N', 0), {
    name: 'max-waiting-hosts',
    path: 'compute.max_waiting_hosts',
    default: '20000',
    help: 'Agents of compute hosts that may wait for something to do at one time, in each thread; more are answered with 503.',
  }),
  fakeHosts: withDefault(integer('N', 0, 10_000), {
    name: 'fake-hosts',
    path: 'compute.fake_hosts',
    default: '0',
    help: 'Compute hosts that are made up, host1 to hostN, whose agents run in this process: for tests and trials. Their machines are forgotten when it ends.',
  }),
  fakeHostOptions: withDefault(list('NAME=VALUE'), {
    name: 'fake-host-options',
    path: 'compute.fake_host_options',
    default: '',
    help: 'What these are: options of the driver fake, as docs/hosts.md has them.',
  }),

  imageUrl: optional(url(), {
    name: 'image-url',
    path: 'compute.image_url',
    help: 'Where the image service (Glance) is, such as http://controller/image. It is asked for images with the token of whoever makes a server.',
  }),
  imageTimeoutMs: withDefault(timeout(), {
    name: 'image-timeout',
    path: 'compute.image_timeout',
    default: '10s',
    help: 'How long the image service may take to answer; then the request is answered with 503.',
  }),
  imageDirectory: optional(text('DIRECTORY'), {
    name: 'image-directory',
    path: 'compute.image_directory',
    help: 'Where there is no image service: a directory with a description of each image, ID.json, in the words of the image service (id, name, status, min_ram, min_disk, size, disk_format, container_format, properties).',
  }),
  serverNetwork: withDefault(text('RANGE'), {
    name: 'server-network',
    path: 'compute.server_network',
    default: '10.0.0.0/12',
    help: 'The addresses that servers get, each one. They are all on one network.',
  }),
  serverNetworkName: withDefault(text('NAME'), {
    name: 'server-network-name',
    path: 'compute.server_network_name',
    default: 'private',
    help: 'What this network is called in the addresses of servers. Its id follows from the name.',
  }),
  networkUrl: optional(url(), {
    name: 'network-url',
    path: 'compute.network_url',
    help: 'Where the network service (Neutron) is, such as http://controller:9696. Servers then have their ports there, which are looked up with the token of whoever makes a server, and made and deleted by the service user; without it, servers are on one network that is built in.',
  }),
  networkTimeoutMs: withDefault(timeout(), {
    name: 'network-timeout',
    path: 'compute.network_timeout',
    default: '10s',
    help: 'How long the network service may take to answer; then the request is answered with 503, and ports are made or deleted later.',
  }),
  imageToken: optional(secret('TOKEN'), {
    name: 'image-token',
    path: 'compute.image_token',
    help: 'What the image service is shown where there is no Keystone, to delete images of shelved servers and old backups: for tests only. With Keystone it is a token of the service user, who has to be an administrator there.',
    isSecret: true,
  }),
  networkToken: optional(secret('TOKEN'), {
    name: 'network-token',
    path: 'compute.network_token',
    help: 'What the network service is shown where there is no Keystone: for tests only. With Keystone it is a token of the service user, who has to be an administrator there.',
    isSecret: true,
  }),
  networkAttempts: withDefault(integer('N', 1, 1_000), {
    name: 'network-attempts',
    path: 'compute.network_attempts',
    default: '5',
    help: 'How often it is tried to give a server its ports while the network service is away, before the server is in error. Ports are given back until they are.',
  }),
  portsAtOnce: withDefault(integer('N', 1, 1_000), {
    name: 'ports-at-once',
    path: 'compute.ports_at_once',
    default: '16',
    help: 'With the ports of how many servers something is done at the same time.',
  }),
  reclaimIntervalMs: withDefault(duration(), {
    name: 'reclaim-interval',
    path: 'compute.reclaim_interval',
    default: '0s',
    help: 'How long servers that were deleted can be restored; 0: they are gone at once.',
  }),
  shelvedOffloadMs: withDefault(durationOrNever(), {
    name: 'shelved-offload-time',
    path: 'compute.shelved_offload_time',
    default: '0s',
    help: 'How long servers that are shelved stay on their hosts, where they still hold what they use; 0: they leave as soon as there is an image of them; -1: they stay until an administrator takes them off.',
  }),
  deletedRetentionMs: withDefault(duration(), {
    name: 'deleted-server-retention',
    path: 'compute.deleted_server_retention',
    default: '365d',
    help: 'How long servers that are gone can still be listed, with what was done with them; 0: for ever.',
  }),
  deletedServersMax: withDefault(integer('N', 0), {
    name: 'max-deleted-servers',
    path: 'compute.max_deleted_servers',
    default: '1000000',
    help: 'How many servers that are gone are kept; of more the oldest are forgotten before their time. 0: any number.',
  }),
  mayResizeInPlace: withDefault(boolean(), {
    name: 'allow-resize-to-same-host',
    path: 'compute.allow_resize_to_same_host',
    default: 'false',
    help: 'Whether a server that gets another flavor may stay on its host.',
  }),
  resizeConfirmWindowMs: withDefault(duration(), {
    name: 'resize-confirm-window',
    path: 'compute.resize_confirm_window',
    default: '0s',
    help: 'How long a server that was resized or migrated waits for somebody to confirm it before that is done by itself; 0: for ever.',
  }),
  buildAttemptsMax: withDefault(integer('N', 1, 100), {
    name: 'build-attempts',
    path: 'compute.build_attempts',
    default: '3',
    help: 'On how many hosts it is tried to build a server, one after the other, before it is in error; and to how many it is tried to move one.',
  }),

  pageMax: withDefault(integer('N', 1, 10_000), {
    name: 'max-page',
    path: 'compute.max_page',
    default: '1000',
    help: 'How many things a page of a list of compute has at most, whatever a client asks for.',
  }),

  imageStore: optional(text('DIRECTORY'), {
    name: 'image-store',
    path: 'images.store',
    help: 'Where the contents of images are kept; without it, beside the ledger (berth.db.images). Berth is an image service, at /image/v2, unless there is another one (image-url, image-directory).',
  }),
  imageBytesMax: withDefault(size(), {
    name: 'image-size-limit',
    path: 'images.size_limit',
    default: '1TiB',
    help: 'The longest content of an image; an upload that goes beyond it is answered with 413.',
  }),
  allImagesBytesMax: withDefault(size(), {
    name: 'image-store-limit',
    path: 'images.store_limit',
    default: '1TiB',
    help: 'How much the contents of all images may have together.',
  }),
  imagesMax: withDefault(integer('N', 1, 20_000), {
    name: 'max-images',
    path: 'images.max',
    default: '10000',
    help: 'How many images there may be.',
  }),

  quotaInstances: withDefault(quota(), {
    name: 'quota-instances',
    path: 'quota.instances',
    default: '10',
    help: 'How many servers a project may have. This and those below hold where none was set over the API, for a project, a user or the class default; -1 is no limit.',
  }),
  quotaCores: withDefault(quota(), {
    name: 'quota-cores',
    path: 'quota.cores',
    default: '20',
    help: 'How many CPUs all servers of a project may have.',
  }),
  quotaRam: withDefault(quota(), {
    name: 'quota-ram',
    path: 'quota.ram',
    default: '51200',
    help: 'How much memory, in MiB, all servers of a project may have.',
  }),
  quotaKeyPairs: withDefault(quota(), {
    name: 'quota-key-pairs',
    path: 'quota.key_pairs',
    default: '100',
    help: 'How many key pairs a user may have.',
  }),
  quotaMetadataItems: withDefault(quota(), {
    name: 'quota-metadata-items',
    path: 'quota.metadata_items',
    default: '128',
    help: 'How many entries the metadata of a server may have.',
  }),
  quotaServerGroups: withDefault(quota(), {
    name: 'quota-server-groups',
    path: 'quota.server_groups',
    default: '10',
    help: 'How many server groups a project may have.',
  }),
  quotaServerGroupMembers: withDefault(quota(), {
    name: 'quota-server-group-members',
    path: 'quota.server_group_members',
    default: '10',
    help: 'How many servers of one user a server group may have.',
  }),
  quotaInjectedFiles: withDefault(quota(), {
    name: 'quota-injected-files',
    path: 'quota.injected_files',
    default: '5',
    help: 'How many files a server may be made with (before 2.57).',
  }),
  quotaInjectedFileContentBytes: withDefault(quota(), {
    name: 'quota-injected-file-content-bytes',
    path: 'quota.injected_file_content_bytes',
    default: '10240',
    help: 'How many bytes such a file may have.',
  }),
  quotaInjectedFilePathLength: withDefault(quota(), {
    name: 'quota-injected-file-path-length',
    path: 'quota.injected_file_path_length',
    default: '255',
    help: 'How many characters its path may have.',
  }),

  ...schedulerSettings,

  leaseMs: withDefault(timeout(), {
    name: 'lease',
    path: 'cluster.lease',
    default: '10s',
    help: 'After how long without a sign of life of the leading process another one takes over.',
  }),
  clusterAddress: optional(url(), {
    name: 'cluster-address',
    path: 'cluster.address',
    help: 'Where the other processes reach this one, if not at the address it listens on: http://host:port, or https://host:port.',
  }),
  clusterCaFile: optional(text('FILE'), {
    name: 'cluster-ca',
    path: 'cluster.ca',
    help: 'Certificates (PEM) of the authorities that those of the other processes come from, where these are reached over https; without it, those that this machine trusts.',
  }),

  authStrategy: withDefault(choice('noauth2', 'named', 'keystone', 'identity'), {
    name: 'auth-strategy',
    path: 'auth.strategy',
    default: 'noauth2',
    help: 'Who says who is asking: Keystone; the identity service of this process, which is then served at /identity/v3; or everybody for themselves, which is for tests only: with the tokens and headers of noauth2, or (named) with a token USER:PROJECT:ROLE,ROLE.',
  }),
  allowsNoauthEverywhere: withDefault(boolean(), {
    name: 'allow-noauth-everywhere',
    path: 'auth.allow_noauth_everywhere',
    default: 'false',
    help: 'Permit noauth2 or named on an address that other machines can reach. Everybody there is an administrator.',
  }),

  keystoneAuthUrl: optional(url(), {
    name: 'keystone-auth-url',
    path: 'keystone.auth_url',
    help: 'Where Keystone is, with or without /v3.',
  }),
  keystoneWwwAuthenticateUri: optional(url(), {
    name: 'keystone-www-authenticate-uri',
    path: 'keystone.www_authenticate_uri',
    help: 'Where clients without a token are sent to get one, if not to the same address.',
  }),
  keystoneUsername: optional(text('NAME'), {
    name: 'keystone-username',
    path: 'keystone.username',
    help: 'The service user that checks the tokens.',
  }),
  keystonePassword: optional(secret('PASSWORD'), {
    name: 'keystone-password',
    path: 'keystone.password',
    help: 'Its password.',
    isSecret: true,
  }),
  keystonePasswordFile: optional(text('FILE'), {
    name: 'keystone-password-file',
    path: 'keystone.password_file',
    help: 'A file with its password, instead of the password.',
  }),
  keystoneUserDomain: withDefault(text('NAME'), {
    name: 'keystone-user-domain',
    path: 'keystone.user_domain',
    default: 'Default',
    help: 'The domain of the service user.',
  }),
  keystoneProject: withDefault(text('NAME'), {
    name: 'keystone-project',
    path: 'keystone.project',
    default: 'service',
    help: 'The project of the service user.',
  }),
  keystoneProjectDomain: withDefault(text('NAME'), {
    name: 'keystone-project-domain',
    path: 'keystone.project_domain',
    default: 'Default',
    help: 'The domain of that project.',
  }),
  keystoneApplicationCredentialId: optional(text('ID'), {
    name: 'keystone-application-credential-id',
    path: 'keystone.application_credential_id',
    help: 'An application credential, instead of user and password.',
  }),
  keystoneApplicationCredentialSecret: optional(secret('SECRET'), {
    name: 'keystone-application-credential-secret',
    path: 'keystone.application_credential_secret',
    help: 'Its secret.',
    isSecret: true,
  }),
  keystoneCacheMs: withDefault(duration(), {
    name: 'keystone-cache',
    path: 'keystone.cache',
    default: '300s',
    help: 'How long a checked token is believed without asking again; 0 asks every time.',
  }),
  keystoneTimeoutMs: withDefault(timeout(), {
    name: 'keystone-timeout',
    path: 'keystone.timeout',
    default: '10s',
    help: 'How long to wait for an answer of Keystone.',
  }),

  identityAdminPasswordFile: optional(text('FILE'), {
    name: 'identity-admin-password-file',
    path: 'identity.admin_password_file',
    help: 'A file with the password of the first administrator, admin. Read when there are no users yet; without it one is made up, and told once on standard error.',
  }),
  identityTokenLifetimeMs: withDefault(timeout(), {
    name: 'identity-token-lifetime',
    path: 'identity.token_lifetime',
    default: '1h',
    help: 'How long a token of the identity service is good.',
  }),
  identityLockoutAttempts: withDefault(integer('N', 0, 1_000), {
    name: 'identity-lockout-attempts',
    path: 'identity.lockout_attempts',
    default: '5',
    help: 'After so many wrong passwords in a row nobody gets in by that name for a while; 0: however many.',
  }),
  identityLockoutMs: withDefault(timeout(), {
    name: 'identity-lockout-time',
    path: 'identity.lockout_time',
    default: '300s',
    help: 'For how long, from the last wrong password on. A restart ends it.',
  }),
  identityRegion: withDefault(text('NAME'), {
    name: 'identity-region',
    path: 'identity.region',
    default: 'RegionOne',
    help: 'The region of all services in the catalog.',
  }),
  publicUrl: optional(url(), {
    name: 'public-url',
    path: 'identity.public_url',
    help: 'Where clients reach this process, for the catalog: http://host:port, or with a path; the address that they have come to unless given.',
  }),

  policyFile: optional(text('FILE'), {
    name: 'policy-file',
    path: 'policy.file',
    help: 'A file with rules (oslo.policy, YAML or JSON) that replace those built in for Placement.',
    isReloadable: true,
  }),
  computePolicyFile: optional(text('FILE'), {
    name: 'compute-policy-file',
    path: 'policy.compute_file',
    help: 'The same for the rules of compute, which are those of Nova.',
    isReloadable: true,
  }),
  identityPolicyFile: optional(text('FILE'), {
    name: 'identity-policy-file',
    path: 'policy.identity_file',
    help: 'The same for the rules of identity, which are those of Keystone.',
    isReloadable: true,
  }),
  imagePolicyFile: optional(text('FILE'), {
    name: 'image-policy-file',
    path: 'policy.image_file',
    help: 'The same for the rules of images, which are those of Glance.',
    isReloadable: true,
  }),
  enforcesNewDefaults: withDefault(boolean(), {
    name: 'policy-enforce-new-defaults',
    path: 'policy.enforce_new_defaults',
    default: 'false',
    help: 'Let only the newer built-in rules count, not also the ones they replaced.',
    isReloadable: true,
  }),
  enforcesScope: withDefault(boolean(), {
    name: 'policy-enforce-scope',
    path: 'policy.enforce_scope',
    default: 'true',
    help: 'Refuse tokens whose scope (system, domain or project) a rule is not made for.',
    isReloadable: true,
  }),

  extraSpecsSchemas: withDefault(list('FILE|DIRECTORY'), {
    name: 'extra-specs-schemas',
    path: 'extra_specs.schemas',
    default: '',
    help: 'Definitions of extra specs of your own, in YAML (docs/extra-specs-schema.md). From 2.86 on compute refuses what does not fit them.',
    isReloadable: true,
  }),
  extraSpecsPlugins: optional(list('NAME|PATH'), {
    name: 'extra-specs-plugins',
    path: 'extra_specs.plugins',
    help: 'Packages with definitions of extra specs (docs/extra-specs-plugins.md). Those that are installed beside Berth are used unless some are named, or the list is empty.',
  }),

  corsAllowedOrigins: optional(list('ORIGIN'), {
    name: 'cors-allowed-origins',
    path: 'cors.allowed_origins',
    help: 'Web origins whose pages may use this service (https://horizon.example), or *. Unset: no CORS at all.',
  }),
  corsAllowHeaders: withDefault(list('HEADER'), {
    name: 'cors-allow-headers',
    path: 'cors.allow_headers',
    default:
      'X-Auth-Token,X-Openstack-Request-Id,X-Identity-Status,X-Roles,X-Service-Catalog,X-User-Id,X-Tenant-Id,OpenStack-API-Version',
    help: 'Request headers that such a page may send.',
  }),
  corsExposeHeaders: withDefault(list('HEADER'), {
    name: 'cors-expose-headers',
    path: 'cors.expose_headers',
    default: 'X-Auth-Token,X-Openstack-Request-Id,X-Subject-Token,X-Service-Token,OpenStack-API-Version',
    help: 'Response headers that such a page may read.',
  }),
  corsAllowMethods: withDefault(list('METHOD'), {
    name: 'cors-allow-methods',
    path: 'cors.allow_methods',
    default: 'GET,PUT,POST,DELETE,PATCH',
    help: 'Methods that such a page may use.',
  }),
  corsMaxAgeMs: withDefault(duration(), {
    name: 'cors-max-age',
    path: 'cors.max_age',
    default: '3600s',
    help: 'How long a browser may remember what it is allowed; 0 does not say.',
  }),
  corsAllowsCredentials: withDefault(boolean(), {
    name: 'cors-allow-credentials',
    path: 'cors.allow_credentials',
    default: 'true',
    help: 'Whether such a page may send cookies and the like.',
  }),

  logLevel: withDefault(choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), {
    name: 'log-level',
    path: 'log.level',
    default: 'info',
    help: 'The least important thing that is logged.',
    isReloadable: true,
  }),
  logFormat: withDefault(choice('auto', 'json', 'pretty'), {
    name: 'log-format',
    path: 'log.format',
    default: 'auto',
    help: 'JSON for machines, pretty for people; auto is pretty on a terminal.',
  }),
  logFile: optional(text('FILE'), {
    name: 'log-file',
    path: 'log.file',
    help: 'A file to add the log to, instead of standard output. After SIGHUP it is opened anew, for who rotates logs.',
  }),
  hasAccessLog: withDefault(boolean(), {
    name: 'access-log',
    path: 'log.access',
    default: 'true',
    help: 'Log (at info) one line for each request, with user and project.',
    isReloadable: true,
  }),

  maxAllocationCandidates: withDefault(limit(), {
    name: 'max-allocation-candidates',
    path: 'candidates.max',
    default: '100000',
    help: 'The most allocation candidates that are looked for, whatever a request asks for.',
  }),
  maxSearchSteps: withDefault(integer('N', 10_000, 1_000_000_000_000), {
    name: 'max-search-steps',
    path: 'candidates.max_search_steps',
    default: '100000000',
    help: 'How much one search for allocation candidates may do before it ends with what it has found, which is then logged. A step is one look at one provider, some ten nanoseconds: the default is about two seconds. Other requests are served meanwhile.',
  }),
  randomizesCandidates: withDefault(boolean(), {
    name: 'randomize-allocation-candidates',
    path: 'candidates.randomize',
    default: 'false',
    help: 'Give candidates in random order, so that many requests at one time do not all get the same first one.',
  }),
  candidateStrategy: withDefault(choice('breadth-first', 'depth-first'), {
    name: 'allocation-candidates-generation-strategy',
    path: 'candidates.generation_strategy',
    default: 'breadth-first',
    help: 'Whether candidates come one of each tree in turn, or all of one tree before the next.',
  }),

  explainDeadlineMs: withDefault(duration(), {
    name: 'explain-deadline',
    path: 'explain.deadline',
    default: '500ms',
    help: 'How much work an explanation of allocation candidates may be; what is not found out by then is left out.',
  }),
  explainNearest: withDefault(integer('N', 0, 1_000), {
    name: 'explain-nearest',
    path: 'explain.nearest',
    default: '10',
    help: 'How many of the trees without a candidate an explanation tells of, one by one.',
  }),
  explainRelaxations: withDefault(integer('N', 0, 100), {
    name: 'explain-relaxations',
    path: 'explain.relaxations',
    default: '10',
    help: 'How many changes to the request that would give a candidate an explanation tells of.',
  }),
  explainsEmptyAnswers: withDefault(boolean(), {
    name: 'explain-empty-answers',
    path: 'explain.log_empty_answers',
    default: 'true',
    help: 'Log why there are no candidates when a client asks for some and there are none.',
  }),
  explainLogLevel: withDefault(choice('info', 'warn'), {
    name: 'explain-log-level',
    path: 'explain.log_level',
    default: 'info',
    help: 'The level of these lines; at warn they are there though the log leaves out what is less.',
  }),

  incompleteConsumerProjectId: withDefault(text('ID'), {
    name: 'incomplete-consumer-project-id',
    path: 'consumers.incomplete_project_id',
    default: '00000000-0000-0000-0000-000000000000',
    help: 'The project of consumers whose client is too old to name one (before 1.8).',
  }),
  incompleteConsumerUserId: withDefault(text('ID'), {
    name: 'incomplete-consumer-user-id',
    path: 'consumers.incomplete_user_id',
    default: '00000000-0000-0000-0000-000000000000',
    help: 'The user of such consumers.',
  }),

  hasMetrics: withDefault(boolean(), {
    name: 'metrics',
    path: 'metrics.enabled',
    default: 'true',
    help: 'Serve Prometheus metrics at /metrics, without asking who wants them.',
  }),

  hostDriver: withDefault(text('NAME'), {
    name: 'driver',
    path: 'host.driver',
    default: 'local',
    help: 'Who says what this host has: local (the machine itself), fake, one that an installed package offers, or the directory of a package.',
  }),
  hostDriverOptions: withDefault(list('NAME=VALUE'), {
    name: 'driver-options',
    path: 'host.driver_options',
    default: '',
    help: 'What the driver is told; docs/hosts.md has a table for each. A value may have commas in it, as long as no part of it looks like another option.',
  }),
  hostNodeName: optional(text('NAME'), {
    name: 'node-name',
    path: 'host.node_name',
    help: "The name of the host's provider, for drivers that have the option name; without it, what the machine calls itself.",
  }),
  hostStateDirectory: withDefault(text('DIRECTORY'), {
    name: 'state-directory',
    path: 'host.state_directory',
    default: '/var/lib/berth',
    help: 'Where the host keeps what has to outlive the process, such as the uuid of its node (compute_id).',
  }),
  hostProviderConfigDirectory: optional(text('DIRECTORY'), {
    name: 'provider-config',
    path: 'host.provider_config',
    help: 'A directory with provider configuration files (*.yaml): what operators add to the providers of this host.',
  }),
  isHostDisabled: withDefault(boolean(), {
    name: 'disabled',
    path: 'host.disabled',
    default: 'false',
    help: 'Let nothing new be placed on this host: its root has the trait COMPUTE_STATUS_DISABLED. Read again by berth host run after SIGHUP.',
  }),

  isComputeHost: withDefault(boolean(), {
    name: 'compute-host',
    path: 'agent.compute_host',
    default: 'false',
    help: 'Be a compute host as well: do with servers what Berth orders. The driver has to be one that can.',
  }),
  hostName: optional(text('NAME'), {
    name: 'host-name',
    path: 'agent.host_name',
    help: 'What the host is called among compute hosts; without it, as its node, or, where it has several, as the machine.',
  }),
  ordersAtOnce: withDefault(integer('N', 1, 200), {
    name: 'orders-at-once',
    path: 'agent.orders_at_once',
    default: '10',
    help: 'With how many servers something is done at the same time.',
  }),
  agentIntervalMs: withDefault(timeout(), {
    name: 'update-interval',
    path: 'agent.update_interval',
    default: '60s',
    help: 'How often the host looks at itself, more or less, and tells Placement what has changed.',
  }),
  agentRefreshMs: withDefault(duration(), {
    name: 'tree-refresh',
    path: 'agent.tree_refresh',
    default: '300s',
    help: 'How long the host relies on what it has read of its tree in Placement; 0 for ever.',
  }),
  placementUrl: optional(url(), {
    name: 'placement-url',
    path: 'agent.placement_url',
    help: 'Where Placement is; without it, where the catalog of Keystone says. The credentials come from clouds.yaml or from OS_* variables.',
  }),
  osCloud: optional(text('NAME'), {
    name: 'os-cloud',
    path: 'agent.os_cloud',
    help: 'The cloud of clouds.yaml that has the credentials; without it, that of OS_CLOUD, if any.',
  }),
  osCacertFile: optional(text('FILE'), {
    name: 'os-cacert',
    path: 'agent.os_cacert',
    help: 'Certificates (PEM) of the authorities that those of Placement and Keystone come from; without it, as clouds.yaml or OS_CACERT say, or those that this machine trusts.',
  }),
  placementTimeoutMs: withDefault(timeout(), {
    name: 'placement-timeout',
    path: 'agent.placement_timeout',
    default: '60s',
    help: 'How long Placement may take for an answer.',
  }),
  healthHost: withDefault(text('ADDRESS'), {
    name: 'health-host',
    path: 'agent.health_host',
    default: '127.0.0.1',
    help: 'The address on which the host answers /healthcheck and /metrics, without asking who wants them.',
  }),
  healthPort: optional(integer('PORT', 0, 65_535), {
    name: 'health-port',
    path: 'agent.health_port',
    help: 'The port for that; 0 takes any that is free. Without it, the host listens nowhere.',
  }),
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

/** A port of one service, besides the one of all. */
function ownPort(service: string, whatIs: string, path: string, usual: number): Setting<number | null> {
  return optional(integer('PORT', 0, 65_535), {
    name: `${service}-port`,
    path: `server.${service}_port`,
    help: `A port on which ${whatIs} at the root (${path}), besides; ${usual} is the usual one.`,
  });
}

export type SettingKey = keyof typeof settings;

/** All settings, with their values. */
export type Config = {
  readonly [Key in SettingKey]: (typeof settings)[Key] extends Setting<infer Value> ? Value : never;
};

/** The sections of the file, with their titles. */
export const sections: Readonly<Record<string, string>> = {
  server: 'Server',
  ledger: 'Ledger',
  changes: 'Feed of changes',
  compute: 'Compute hosts',
  images: 'Images',
  quota: 'Quotas that hold where none was set',

  scheduler: 'Scheduler',
  cluster: 'Several processes on one PostgreSQL',
  auth: 'Authentication',
  keystone: 'Keystone',
  identity: 'Identity, where it is served here',
  policy: 'Policy',
  extra_specs: 'Extra specs',
  cors: 'CORS',
  log: 'Log',
  candidates: 'Allocation candidates',
  explain: 'Explanations',
  consumers: 'Consumers',
  metrics: 'Metrics',
  host: 'What a host has',
  agent: 'What runs on a host (berth host)',
};

/** In the order of the table. */
export function settingEntries(): readonly (readonly [SettingKey, Setting<unknown>])[] {
  // Object.entries knows only that keys are strings.
  return Object.entries(settings) as [SettingKey, Setting<unknown>][];
}

/** Those whose path begins with that word. */
export function settingsOfSection(section: string): readonly SettingKey[] {
  return settingEntries().flatMap(([key, setting]) => (sectionOf(setting) === section ? [key] : []));
}

/** Those of `berth serve`: what a host is told is of no use to it. */
export function settingsOfService(): readonly SettingKey[] {
  const ofHosts = ['host', 'agent'];
  return settingEntries().flatMap(([key, setting]) => (ofHosts.includes(sectionOf(setting)) ? [] : [key]));
}
