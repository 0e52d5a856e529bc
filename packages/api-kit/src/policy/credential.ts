import type { Caller } from '../caller.ts';

/** What a check such as `user_id:…` reads from a caller. A list passes if any of its entries does. */
export type Credential = (caller: Caller) => string | readonly string[] | undefined;

/** Those of oslo.policy, by its names, with what an absent one counts as. */
const credentials: ReadonlyMap<string, Credential> = new Map<string, Credential>([
  ['user_id', (caller) => caller.userId ?? 'None'],
  ['project_id', (caller) => caller.projectId ?? 'None'],
  ['domain_id', (caller) => caller.domainId ?? 'None'],
  ['system_scope', (caller) => caller.systemScope ?? 'None'],
  // An older name of system_scope; absent, not 'None', for everybody else.
  ['system', (caller) => caller.systemScope || undefined],
  ['roles', (caller) => caller.roles],
  // Ours, where Keystone tells it: oslo.policy has only ids, and hosts are known by their names.
  ['user_name', ({ attributes }) => textOrNone(attributes?.['user_name'])],
  ['user_domain_id', attribute('user_domain_id', null)],
  ['project_domain_id', attribute('project_domain_id', null)],
  // True unless Keystone says otherwise: it does so only where it has been told which project is the admins'.
  ['is_admin_project', attribute('is_admin_project', true)],
  ['service_user_id', attribute('service_user_id', null)],
  ['service_user_domain_id', attribute('service_user_domain_id', null)],
  ['service_project_id', attribute('service_project_id', null)],
  ['service_project_domain_id', attribute('service_project_domain_id', null)],
  ['service_roles', attribute('service_roles', [])],
]);

/** Null where no caller has such a credential, and a check for it therefore never passes. */
export function credentialNamed(name: string): Credential | null {
  return credentials.get(name) ?? null;
}

export function credentialNames(): readonly string[] {
  return [...credentials.keys()];
}

function attribute(name: string, absent: boolean | readonly string[] | null): Credential {
  return (caller) => {
    const value = caller.attributes?.[name] ?? absent;
    if (typeof value === 'string' || (typeof value === 'object' && value !== null)) return value;
    if (value === null) return 'None';
    return value ? 'True' : 'False';
  };
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
