import type { Handle } from '@berth/api-kit/service.ts';
import { DirectTransport } from '@berth/client/direct-transport.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { ServiceAnswer, ServiceRequest } from '@berth/client/transport.ts';

/** What somebody who tries a cloud finds there besides its hosts. */
export const furniture = {
  flavors: [
    { id: '1', name: 'm1.tiny', ram: 512, vcpus: 1, disk: 1 },
    { id: '2', name: 'm1.small', ram: 2048, vcpus: 1, disk: 20 },
    { id: '3', name: 'm1.medium', ram: 4096, vcpus: 2, disk: 40 },
  ],
  image: 'cirros',
} as const;

/**
 * Puts into a new cloud what is needed to try it: the project and user `demo`, flavors, and an image. It asks the services as any client would, and can be done again where
 * it was cut off.
 */
export async function furnish(
  handle: Handle,
  passwords: { readonly admin: string; readonly demo: string },
): Promise<void> {
  const admin = await Administrator.logIn(handle, passwords.admin);
  await admin.demoProject(passwords.demo);
  for (const flavor of furniture.flavors) await admin.flavor(flavor);
  await admin.image(furniture.image);
}

/** As it is asked for. */
interface Wanted {
  readonly name: string;
  readonly domain_id: string;
  readonly [more: string]: string;
}

/** The user `admin`, in its project. */
class Administrator {
  readonly #handle: Handle;
  readonly #token: string;

  private constructor(handle: Handle, token: string) {
    this.#handle = handle;
    this.#token = token;
  }

  static async logIn(handle: Handle, password: string): Promise<Administrator> {
    const domain = { id: 'default' };
    const request: ServiceRequest = {
      method: 'POST',
      path: '/v3/auth/tokens',
      body: {
        auth: {
          identity: { methods: ['password'], password: { user: { name: 'admin', domain, password } } },
          scope: { project: { name: 'admin', domain } },
        },
      },
    };
    const { headers } = await new Administrator(handle, '').#ask('/identity', request);
    return new Administrator(handle, headers['x-subject-token'] ?? '');
  }

  async demoProject(password: string): Promise<void> {
    const project = await this.#named('project', { name: 'demo', domain_id: 'default' });
    const user = await this.#named('user', {
      name: 'demo',
      domain_id: 'default',
      password,
      default_project_id: project,
    });
    const roles = await this.#ask('/identity', { method: 'GET', path: '/v3/roles?name=member' });
    const [role] = (roles.json as { roles: { id: string }[] }).roles;
    await this.#ask('/identity', {
      method: 'PUT',
      path: `/v3/projects/${project}/users/${user}/roles/${role?.id}`,
    });
  }

  async flavor(flavor: object): Promise<void> {
    await this.#ask('/compute', { method: 'POST', path: '/v2.1/flavors', body: { flavor } }, 409);
  }

  async image(name: string): Promise<void> {
    const found = await this.#ask('/image', { method: 'GET', path: `/v2/images?name=${name}` });
    const [image] = (found.json as { images: { id: string; status: string }[] }).images;
    const id = image?.id ?? (await this.#newImage(name));
    if (image?.status === 'active') return;
    const { status } = await this.#handle({
      method: 'PUT',
      target: `/image/v2/images/${id}/file`,
      headers: { 'x-auth-token': this.#token, 'content-type': 'application/octet-stream' },
      body: Buffer.from(`An image for machines that are made up: ${name}.\n`),
      origin: 'http://localhost',
      remoteAddress: '127.0.0.1',
    });
    if (status !== 204) throw new Error(`the content of image ${name} was answered with ${status}`);
  }

  async #newImage(name: string): Promise<string> {
    const body = { name, disk_format: 'raw', container_format: 'bare', visibility: 'public' };
    const { json } = await this.#ask('/image', { method: 'POST', path: '/v2/images', body });
    return (json as { id: string }).id;
  }

  /** The id of the one that has this name, which is made if there is none. */
  async #named(noun: 'project' | 'user', wanted: Wanted): Promise<string> {
    const query = new URLSearchParams({ name: wanted.name, domain_id: wanted.domain_id });
    const { json } = await this.#ask('/identity', {
      method: 'GET',
      path: `/v3/${noun}s?${query.toString()}`,
    });
    const [found] = (json as Record<string, { id: string }[]>)[`${noun}s`] ?? [];
    if (found) return found.id;
    const made = await this.#ask('/identity', {
      method: 'POST',
      path: `/v3/${noun}s`,
      body: { [noun]: wanted },
    });
    return (made.json as Record<string, { id: string }>)[noun]?.id ?? '';
  }

  /** Any answer but a yes is thrown, and this one. */
  async #ask(prefix: string, request: ServiceRequest, alsoGood?: number): Promise<ServiceAnswer> {
    const transport = new DirectTransport(this.#handle, { service: 'compute', token: this.#token, prefix });
    const answer = await transport.send(request);
    if (answer.status > 299 && answer.status !== alsoGood) throw new ServiceError(request, answer);
    return answer;
  }
}
