import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `serve-cloud` says of itself when it is ready. */
export interface Cloud {
  readonly url: string;
}

const password = 'secret';
const domain = { id: 'default' };

/** Flavors and an image by the names that DevStack gives them, which the suites look for. */
export async function furnishAsDevStack({ url }: Cloud): Promise<void> {
  const ask = await askerOf(url);
  await ask('DELETE', '/compute/v2.1/flavors/2');
  for (const [id, name, ram, disk, vcpus] of [
    ['2', 'm1.small', 2048, 20, 1],
    ['3', 'm1.medium', 4096, 40, 2],
    ['4', 'm1.large', 8192, 80, 4],
    ['5', 'm1.xlarge', 16384, 160, 8],
  ] as const)
    await ask('POST', '/compute/v2.1/flavors', { flavor: { id, name, ram, disk, vcpus } });
  const image = {
    name: 'cirros-0.5.2-x86_64-disk',
    visibility: 'public',
    disk_format: 'qcow2',
    container_format: 'bare',
  };
  const { id } = (await ask('POST', '/image/v2/images', image)) as { id: string };
  await ask('PUT', `/image/v2/images/${id}/file`, Buffer.from('made-up hosts boot nothing'));
}

/** Asks as the administrator. */
async function askerOf(url: string) {
  let token = '';
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const isBytes = Buffer.isBuffer(body);
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        'x-auth-token': token,
        'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    token ||= answer.headers.get('x-subject-token') ?? '';
    return text === '' ? null : JSON.parse(text);
  };
  await ask('POST', '/identity/v3/auth/tokens', {
    auth: {
      identity: { methods: ['password'], password: { user: { name: 'admin', domain, password } } },
      scope: { project: { name: 'admin', domain } },
    },
  });
  return ask;
}

/** The clouds that the suites look for, by DevStack's names. What it gives is the environment that they run in. */
export function cloudsFor({ url }: Cloud, directory: string): Record<string, string> {
  const as = (name: string, scope: object = { project_name: name, project_domain_id: 'default' }) => ({
    auth: { auth_url: `${url}/identity`, username: name, password, user_domain_id: 'default', ...scope },
    region_name: 'RegionOne',
    identity_api_version: '3',
  });
  const file = join(directory, 'clouds.json');
  const clouds = {
    devstack: as('demo'),
    'devstack-alt': as('alt'),
    'devstack-admin': as('admin'),
    'devstack-system-admin': as('admin', { system_scope: 'all' }),
  };
  writeFileSync(file, JSON.stringify({ clouds }));
  // Some upload a file of the checkout that they would otherwise run in.
  writeFileSync(join(directory, 'CONTRIBUTING.rst'), 'Nothing much.\n');
  return {
    OS_CLIENT_CONFIG_FILE: file,
    OS_TEST_TIMEOUT: '300',
    OS_LOG_CAPTURE: '1',
    OS_STDOUT_CAPTURE: '1',
    OS_STDERR_CAPTURE: '1',
  };
}
