import { stringify } from 'yaml';

export interface CloudUser {
  /** Of the entry, the user and its project. */
  readonly name: string;
  readonly password: string;
}

/** A clouds.yaml for every client of OpenStack's, with an entry for each user. */
export function cloudsFile(url: string, users: readonly CloudUser[]): string {
  const clouds = Object.fromEntries(
    users.map(({ name, password }) => [
      name,
      {
        auth: {
          auth_url: `${url}/identity/v3`,
          username: name,
          password,
          project_name: name,
          user_domain_id: 'default',
          project_domain_id: 'default',
        },
        region_name: 'RegionOne',
        identity_api_version: 3,
      },
    ]),
  );
  return `# Written by berth up; the passwords are those of this cloud alone.\n${stringify({ clouds })}`;
}
