import type { RuleDefault } from '@berth/api-kit/policy/rule-default.ts';

/** Who may do what is about the whole ledger. `admin_api` is the services' own. */
export const ownRules: readonly RuleDefault[] = [
  {
    name: 'berth:backup',
    check: 'rule:admin_api',
    scopes: ['project'],
    description: 'Have the whole ledger as a file.',
    operations: [{ method: 'GET', path: '/berth/v1/backup' }],
  },
  {
    name: 'berth:changes:list',
    check: 'rule:admin_api',
    scopes: ['project'],
    description: 'Follow all changes, whoever they are about.',
    operations: [{ method: 'GET', path: '/berth/v1/changes' }],
  },
];
