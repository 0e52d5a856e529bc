/**
 * Puts users, images and flavors into a cloud that `serve-cloud` has started with HARNESS_AUTH=identity, as any client would, and prints their ids as members of a JSON object:
 * `node .ci/furnish-cloud.ts URL PASSWORD`. What is there already is left as it is.
 */
const [url = '', password = ''] = process.argv.slice(2);

type Json = Record<string, any>;

async function ask(
  method: string,
  path: string,
  token: string | null,
  body?: unknown,
): Promise<[Json, Headers]> {
  const isJson = body !== undefined && !(body instanceof Uint8Array);
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { 'x-auth-token': token }),
      ...(body === undefined
        ? {}
        : { 'content-type': isJson ? 'application/json' : 'application/octet-stream' }),
    },
    ...(body === undefined
      ? {}
      : { body: isJson ? JSON.stringify(body) : (body as Uint8Array<ArrayBuffer>) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return [text === '' ? {} : (JSON.parse(text) as Json), answer.headers];
}

const domain = { id: 'default' };
const [, headers] = await ask('POST', '/identity/v3/auth/tokens', null, {
  auth: {
    identity: { methods: ['password'], password: { user: { name: 'admin', domain, password } } },
    scope: { project: { name: 'admin', domain } },
  },
});
const token = headers.get('x-subject-token') ?? '';

/** The id of the one with this name, which is made if there is none. */
async function named(service: string, noun: string, wanted: Json, isBare = false): Promise<string> {
  const [found] = await ask('GET', `${service}/${noun}s?name=${wanted['name']}`, token);
  const same = (found[`${noun}s`] as Json[]).find(({ name }) => name === wanted['name']);
  if (same) return same['id'];
  const [made] = await ask('POST', `${service}/${noun}s`, token, isBare ? wanted : { [noun]: wanted });
  return (isBare ? made : made[noun]).id;
}

const identity = '/identity/v3';
const [{ roles }] = await ask('GET', `${identity}/roles`, token);
const roleId = (name: string): string => (roles as Json[]).find((role) => role['name'] === name)?.['id'];
const users: Json = {};
for (const [name, role] of [
  ['admin', 'admin'],
  ['demo', 'member'],
  ['alt', 'member'],
] as const) {
  const project = await named(identity, 'project', { name, domain_id: 'default' });
  const user = await named(identity, 'user', {
    name,
    domain_id: 'default',
    password,
    default_project_id: project,
  });
  await ask('PUT', `${identity}/projects/${project}/users/${user}/roles/${roleId(role)}`, token);
  users[name] = { user, project };
}

const images: string[] = [];
for (const name of ['cirros', 'cirros-alt']) {
  const wanted = { name, visibility: 'public', disk_format: 'raw', container_format: 'bare' };
  const id = await named('/image/v2', 'image', wanted, true);
  const [{ status }] = await ask('GET', `/image/v2/images/${id}`, token);
  if (status !== 'active') await ask('PUT', `/image/v2/images/${id}/file`, token, Buffer.alloc(1024, name));
  images.push(id);
}

const flavors: string[] = [];
for (const flavor of [
  { id: '1', name: 'm1.tiny', ram: 512, vcpus: 1, disk: 1 },
  { id: '2', name: 'm1.small', ram: 1024, vcpus: 2, disk: 2 },
]) {
  const [{ flavors: there }] = await ask('GET', '/compute/v2.1/flavors', token);
  if (!(there as Json[]).some(({ id }) => id === flavor.id))
    await ask('POST', '/compute/v2.1/flavors', token, { flavor });
  flavors.push(flavor.id);
}

process.stdout.write(JSON.stringify({ users, images, flavors }).slice(1, -1));
