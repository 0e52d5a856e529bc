import type { RuleDefault } from '@berth/api-kit/policy/rule-default.ts';

const owner = 'role:admin or project_id:%(project_id)s';

/** Who may do what with servers: names and checks are Nova's. */
export const rules: readonly RuleDefault[] = [
  rule('os_compute_api:servers:index', owner),
  rule('os_compute_api:servers:detail', owner),
  rule('os_compute_api:servers:show', owner),
  rule('os_compute_api:servers:create', owner),
  rule('os_compute_api:servers:delete', owner),
  rule('os_compute_api:servers:stop', owner),
  rule('os_compute_api:servers:trigger_crash_dump', owner),
  rule('os_compute_api:os-lock-server:lock', owner),
  rule('os_compute_api:os-lock-server:unlock', owner),
  rule('os_compute_api:os-admin-actions:reset_state', 'role:admin'),
];

function rule(name: string, check: string): RuleDefault {
  return { name, check, scopes: [], description: '', operations: [] };
}
