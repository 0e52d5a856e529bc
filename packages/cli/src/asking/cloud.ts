import type { TokenProject } from '@berth/api-kit/auth/validated-token.ts';
import type { CloudServices } from '@berth/client/open-services.ts';
import { CredentialsError } from '@berth/client/credentials/setting.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { ServiceAnswer, ServiceRequest, Transport } from '@berth/client/transport.ts';
import { candidateUrls, discoveryUrl } from './candidate-urls.ts';
import { Microversion, olderOf } from './microversion.ts';
import { Service } from './service.ts';
import { versionsIn } from './versions-in.ts';

/** The newest versions that commands know. A newer service is asked at these. */
export const newestKnown = { placement: '1.39', compute: '2.96' } as const;

/** Told of each request that is sent, and of what has become of it. */
export type Watch = (
  service: string,
  url: string,
  request: ServiceRequest,
) => (answer: ServiceAnswer) => void;

/** The services of the cloud that a call is about. Each is looked for when it is first needed. */
export class Cloud {
  readonly #services: CloudServices;
  readonly #watch: Watch;
  readonly #found = new Map<string, Promise<Service>>();

  constructor(services: CloudServices, watch: Watch) {
    this.#services = services;
    this.#watch = watch;
  }

  placement(): Promise<Service> {
    return this.#once('placement', () => this.#negotiated('placement'));
  }

  compute(): Promise<Service> {
    return this.#once('compute', () => this.#negotiated('compute'));
  }

  /** Images, without microversions. Null where the cloud has no such service. */
  async images(): Promise<Service | null> {
    return this.#plain('image', 'v2');
  }

  async networks(): Promise<Service | null> {
    return this.#plain('network', 'v2.0');
  }

  async identity(): Promise<Service | null> {
    return this.#plain('identity', 'v3');
  }

  /** The project that this is asked for; null where that is not known. */
  ownProject(): Promise<TokenProject | null> {
    return this.#services.project();
  }

  close(): Promise<void> {
    return this.#services.close();
  }

  #once(name: string, find: () => Promise<Service>): Promise<Service> {
    const found = this.#found.get(name) ?? find();
    this.#found.set(name, found);
    return found;
  }

  async #plain(name: string, version: string): Promise<Service | null> {
    const told = await this.#services.url(name).catch((error: unknown) => {
      if (error instanceof CredentialsError) return null;
      throw error;
    });
    // An address for all services is none of this one.
    if (told === null || told.isForAll) return null;
    const url = told.url.replace(/\/+$/, '');
    const base = new RegExp(`/${version.replace('.', '\\.')}$`).test(url) ? url : `${url}/${version}`;
    return this.#once(name, async () => new Service(this.#watched(name, base), new Microversion('0.0')));
  }

  /** The address that tells of the service, and the newest version that both sides know, or the one that was asked for. */
  async #negotiated(name: 'placement' | 'compute'): Promise<Service> {
    const asked = this.#services.version(name);
    const { url } = await this.#services.url(name);
    const refusals: string[] = [];
    for (const base of candidateUrls(name, url)) {
      const request = { method: 'GET', path: '/' } as const;
      const answer = await this.#watched(name, discoveryUrl(name, base)).send(request);
      if (answer.status === 401) throw new ServiceError(request, answer);
      const versions = versionsIn(name, answer);
      if (versions === null) {
        refusals.push(`${base} (status ${answer.status})`);
        continue;
      }
      const newest = olderOf(versions.newest, newestKnown[name]);
      const version = asked === null || asked === 'latest' ? newest : asked;
      return new Service(this.#watched(name, base), new Microversion(version));
    }
    throw new CredentialsError(`no ${name} service answers at ${refusals.join(', ')}`);
  }

  #watched(name: string, url: string): Transport {
    const inner = this.#services.transport(name, url);
    return {
      send: async (request) => {
        const told = this.#watch(name, url, request);
        const answer = await inner.send(request);
        told(answer);
        return answer;
      },
      close: () => inner.close(),
    };
  }
}
