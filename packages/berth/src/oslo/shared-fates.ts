import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { SettingKey } from '../config/settings.ts';
import { byHand, each, type Fates, meaningless, taken } from './fate.ts';

/** What services of OpenStack have in common. */
export function sharedFates(policyFile: SettingKey): Readonly<Record<string, Fates>> {
  return {
    DEFAULT: logFates,
    keystone_authtoken: keystoneFates,
    cors: corsFates,
    oslo_policy: {
      policy_file: taken(policyFile, (value, file) =>
        isAbsolute(value) ? value : resolve(dirname(file.path), value),
      ),
      policy_dirs: byHand('One file has all rules: put those of the directories into it.'),
      enforce_scope: taken('enforcesScope'),
      enforce_new_defaults: taken('enforcesNewDefaults'),
      '*': meaningless('Rules are in the file alone: no default rule and no other service is asked.'),
    },
    oslo_middleware: {
      enable_proxy_headers_parsing: taken('trustsForwarded'),
      max_request_body_size: taken('bodyLimitBytes'),
      secure_proxy_ssl_header: meaningless('X-Forwarded-Proto is read with the other headers of a proxy.'),
      http_basic_auth_user_file: byHand('There is no HTTP basic authentication: use Keystone.'),
    },
    healthcheck: {
      '*': meaningless(
        '/healthcheck is always there, and says whether the ledger can be written: see docs/operating.md.',
      ),
    },
    profiler: { '*': meaningless('There is no osprofiler: see docs/metrics.md for what can be measured.') },
    oslo_reports: { '*': meaningless('There are no Guru Meditation Reports: see berth status.') },
  };
}

/** Seconds, of which -1 is never. */
export const seconds = (value: string): string => (value === '-1' ? '-1' : `${value}s`);

const logFates: Fates = {
  debug: taken('logLevel', (value) => (isTrue(value) ? 'debug' : 'info')),
  log_file: taken('logFile', (value, file) => join(file.value('DEFAULT', 'log_dir') ?? '', value)),
  log_dir: taken('logFile', (value, file) =>
    file.value('DEFAULT', 'log_file') === undefined
      ? join(value, 'berth.log')
      : meaningless('It is a part of log.file.'),
  ),
  use_json: taken('logFormat', (value) => (isTrue(value) ? 'json' : 'auto')),
  use_stderr: meaningless('The log goes to standard output, or to log.file.'),
  use_syslog: byHand('The log goes to standard output, where systemd takes it, or to log.file.'),
  use_journal: meaningless('The log goes to standard output, where systemd takes it.'),
  ...each(
    meaningless('The form of the log is its own: log.format and log.level.'),
    'log_config_append',
    'log_date_format',
    'default_log_levels',
    'instance_format',
    'instance_uuid_format',
    'logging_context_format_string',
    'logging_debug_format_suffix',
    'logging_default_format_string',
    'logging_exception_prefix',
    'logging_user_identity_format',
    'publish_errors',
    'syslog_log_facility',
    'use_eventlog',
    'watch_log_file',
    'fatal_deprecations',
    'rate_limit_burst',
    'rate_limit_except_level',
    'rate_limit_interval',
  ),
  ...each(
    byHand('Have logrotate do it, with SIGHUP afterwards: see docs/operating.md.'),
    'log_rotate_interval',
    'log_rotate_interval_type',
    'log_rotation_type',
    'max_logfile_count',
    'max_logfile_size_mb',
  ),
  ...each(meaningless('Berth keeps its state in its ledger alone.'), 'pybasedir', 'state_path', 'tempdir'),
};

const keystoneFates: Fates = {
  auth_url: taken('keystoneAuthUrl'),
  www_authenticate_uri: taken('keystoneWwwAuthenticateUri'),
  auth_uri: taken('keystoneWwwAuthenticateUri'),
  username: taken('keystoneUsername'),
  password: taken('keystonePassword'),
  user_domain_name: taken('keystoneUserDomain'),
  project_name: taken('keystoneProject'),
  project_domain_name: taken('keystoneProjectDomain'),
  application_credential_id: taken('keystoneApplicationCredentialId'),
  application_credential_secret: taken('keystoneApplicationCredentialSecret'),
  ...each(
    byHand('Berth takes a user, its project and their domains by name, or an application credential by id.'),
    'user_domain_id',
    'project_domain_id',
    'default_domain_id',
    'default_domain_name',
    'project_id',
    'user_id',
    'trust_id',
    'system_scope',
    'domain_id',
    'domain_name',
    'tenant_name',
    'tenant_id',
    'admin_user',
    'admin_password',
    'admin_tenant_name',
    'admin_token',
    'application_credential_name',
  ),
  auth_type: taken('authStrategy', (value) =>
    ['password', 'v3password', 'v3applicationcredential'].includes(value)
      ? 'keystone'
      : byHand('Berth logs in with a password or an application credential.'),
  ),
  auth_plugin: meaningless('It is the old name of auth_type.'),
  auth_section: byHand('Write the options of that section into keystone.'),
  token_cache_time: taken('keystoneCacheMs', (value) => (value === '-1' ? '0s' : `${value}s`)),
  http_connect_timeout: taken('keystoneTimeoutMs', seconds),
  cafile: byHand('Certificates of your own are given to Node: NODE_EXTRA_CA_CERTS. See docs/tls.md.'),
  insecure: byHand('The certificate of Keystone is always checked: see docs/tls.md.'),
  certfile: byHand('Berth shows Keystone no certificate of its own.'),
  keyfile: byHand('Berth shows Keystone no certificate of its own.'),
  service_token_roles: byHand('Whether a service token counts, the rules say: see docs/operating.md.'),
  service_token_roles_required: byHand('Whether a service token counts, the rules say.'),
  region_name: byHand('Keystone is asked where auth_url says, and nowhere else.'),
  interface: meaningless('Keystone is asked where auth_url says, and nowhere else.'),
  service_type: meaningless('What a token may do does not depend on the catalog.'),
  '*': meaningless('Tokens are checked by Berth itself, and those that were are cached in its process.'),
};

const corsFates: Fates = {
  allowed_origin: taken('corsAllowedOrigins'),
  allow_headers: taken('corsAllowHeaders'),
  expose_headers: taken('corsExposeHeaders'),
  allow_methods: taken('corsAllowMethods'),
  max_age: taken('corsMaxAgeMs', seconds),
  allow_credentials: taken('corsAllowsCredentials'),
};

/** As oslo.config reads words. */
export function isTrue(value: string): boolean {
  return ['true', '1', 'on', 'yes'].includes(value.toLowerCase());
}
