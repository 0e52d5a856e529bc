import { setTimeout as pause } from 'node:timers/promises';

/** A server as its owner sees it; null: it is not there. */
export interface SeenServer {
  readonly id: string;
  readonly status: string;
  readonly task: string | null;
  readonly host: string | null;
}

/** A client of compute that does not mind that the service is away, and asks what became of what it was not answered. */
export class PatientClient {
  readonly #base: string;
  readonly #token: string;
  readonly #deadlineMs: number;

  constructor(base: string, token: string, waitMs: number) {
    this.#base = base;
    this.#token = token;
    this.#deadlineMs = performance.now() + waitMs;
  }

  async makeFlavor(): Promise<void> {
    const body = { flavor: { id: '1', name: 'small', ram: 64, vcpus: 1, disk: 1 } };
    await this.#untilSettled(() => this.#send('POST', '/flavors', body), [200, 409]);
  }

  /** One of that name, which nobody else has; its id. */
  async create(name: string, imageId: string): Promise<string> {
    for (;;) {
      const found = await this.#named(name);
      if (found !== null) return found;
      const server = { name, flavorRef: '1', imageRef: imageId, networks: 'none' };
      await this.#send('POST', '/servers', { server });
      await this.#rest('create');
    }
  }

  /** Asks for something until it has come about, and asks again only when it surely was not heard. */
  async act(id: string, body: object, isDone: (server: SeenServer | null) => boolean): Promise<void> {
    for (;;) {
      const seen = await this.see(id);
      if (isDone(seen)) return;
      const answer = seen?.task === null ? await this.#send('POST', `/servers/${id}/action`, body) : null;
      await this.#rest(
        `${JSON.stringify(body)} of ${JSON.stringify(seen)}, answered with ${JSON.stringify(answer)}`,
      );
    }
  }

  async remove(id: string): Promise<void> {
    while ((await this.see(id)) !== null) {
      await this.#send('DELETE', `/servers/${id}`);
      await this.#rest(`the end of ${id}`);
    }
  }

  async until(id: string, isDone: (server: SeenServer | null) => boolean): Promise<void> {
    for (let seen = await this.see(id); !isDone(seen); seen = await this.see(id)) {
      await this.#rest(`${id}, which is ${JSON.stringify(seen)}`);
    }
  }

  async see(id: string): Promise<SeenServer | null> {
    const { status, json } = await this.#untilSettled(() => this.#send('GET', `/servers/${id}`), [200, 404]);
    if (status === 404) return null;
    const { server } = json as { readonly server: Readonly<Record<string, string | null>> };
    return {
      id,
      status: server['status'] ?? '',
      task: server['OS-EXT-STS:task_state'] ?? null,
      host: server['OS-EXT-SRV-ATTR:host'] ?? null,
    };
  }

  async #named(name: string): Promise<string | null> {
    const { json } = await this.#untilSettled(() => this.#send('GET', `/servers?name=^${name}$`), [200]);
    const { servers } = json as { readonly servers: readonly { readonly id: string }[] };
    return servers[0]?.id ?? null;
  }

  async #untilSettled(send: () => Promise<Answer>, settled: readonly number[]): Promise<Answer> {
    for (;;) {
      const answer = await send();
      if (settled.includes(answer.status)) return answer;
      if (answer.status !== 0 && answer.status < 500)
        throw new Error(`${answer.status} ${JSON.stringify(answer.json)}`);
      await this.#rest('an answer');
    }
  }

  /** A status of 0: there was no answer. */
  async #send(method: string, path: string, body?: object): Promise<Answer> {
    try {
      const answer = await fetch(`${this.#base}${path}`, {
        method,
        headers: {
          'x-auth-token': this.#token,
          'content-type': 'application/json',
          'x-openstack-nova-api-version': '2.37',
        },
        signal: AbortSignal.timeout(10_000),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) };
    } catch {
      return { status: 0, json: undefined };
    }
  }

  async #rest(what: string): Promise<void> {
    if (performance.now() > this.#deadlineMs) throw new Error(`waited too long for ${what}`);
    await pause(50);
  }
}

interface Answer {
  readonly status: number;
  readonly json: unknown;
}
