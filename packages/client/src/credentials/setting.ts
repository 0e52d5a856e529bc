import type { Secret } from './secret.ts';

/** What one source says about one thing. Nothing of it is shown until somebody takes it: it may be a password. */
export interface Setting {
  readonly text: Secret;
  /** Where it was said: '/etc/openstack/clouds.yaml:12: clouds.mine.auth.username', 'OS_USERNAME'. */
  readonly where: string;
}

/** What one source says, by the names of clouds.yaml. Those below `auth` are beside the others. */
export type Settings = ReadonlyMap<string, Setting>;

/** Credentials cannot be used, or not be found. The message says where, and never what was written there. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
}

/** Older names, and other spellings, of the same thing. */
const newerNames: Readonly<Record<string, string>> = {
  tenant_id: 'project_id',
  tenant_name: 'project_name',
  auth_plugin: 'auth_type',
  auth_token: 'token',
  endpoint_type: 'interface',
  user_name: 'username',
  url: 'endpoint',
};

/** Names as they are written, with what stands there; empty ones say nothing. The newer name of a thing wins over the older. */
export function settingsOf(written: Iterable<readonly [name: string, setting: Setting]>): Settings {
  const found = new Map<string, Setting>();
  const older = new Map<string, Setting>();
  for (const [spelled, setting] of written) {
    if (setting.text.reveal() === '') continue;
    const name = spelled.toLowerCase().replaceAll('-', '_');
    const newer = newerNames[name];
    if (newer === undefined) found.set(name, setting);
    else older.set(newer, setting);
  }
  return new Map([...older, ...found]);
}
