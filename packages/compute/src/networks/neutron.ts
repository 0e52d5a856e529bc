import { askService, type ServiceQuestion } from '../services/ask-service.ts';
import { NetworkRefusal, NetworksUnavailable } from './network-errors.ts';
import { type JsonObject, objectIn } from './read-neutron.ts';

export interface NeutronSettings {
  /** Where it is: 'http://controller:9696', with or without '/v2.0'. */
  readonly url: string;
  readonly timeoutMs: number;
}

/** Whose token is shown to it. */
export interface TokenBearer {
  get(): Promise<string | null>;
  /** Another one than a token that was not accepted; null where there is none. */
  getOtherThan(rejected: string | null): Promise<string | null>;
}

/** The token of whoever asks us: it is what it is. */
export function bearerOf(token: string): TokenBearer {
  return { get: async () => token, getOtherThan: async () => null };
}

/**
 * A Neutron, asked by one bearer. An answer is a value, a no is a `NetworkRefusal`, and what is neither, or does not come in time, is
 * `NetworksUnavailable`.
 */
export class Neutron {
  readonly #settings: NeutronSettings;
  readonly #bearer: TokenBearer;
  readonly #signal: AbortSignal | undefined;
  readonly #base: string;

  constructor(settings: NeutronSettings, bearer: TokenBearer, signal?: AbortSignal) {
    this.#settings = settings;
    this.#bearer = bearer;
    this.#signal = signal;
    this.#base = `${settings.url.replace(/\/+$/, '').replace(/\/v2\.0$/, '')}/v2.0`;
  }

  /** The things of a list; filters with several values are for those that have any of them. */
  async list(
    noun: string,
    filters: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<JsonObject[]> {
    const query = new URLSearchParams(
      Object.entries(filters).flatMap(([key, value]) =>
        (typeof value === 'string' ? [value] : value).map((each) => [key, each]),
      ),
    );
    const found = (await this.#ask('GET', `/${noun}?${query.toString()}`))[noun.replaceAll('-', '_')];
    if (!Array.isArray(found)) throw new NetworksUnavailable(`The network service lists no ${noun}.`);
    return found.map((each) => objectIn(each, noun));
  }

  /** One thing; null where there is none that the bearer may see. `member`: what it is called in the answer. */
  async find(path: string, member: string): Promise<JsonObject | null> {
    try {
      return objectIn((await this.#ask('GET', path))[member], member);
    } catch (thrown) {
      if (thrown instanceof NetworkRefusal && thrown.status === 404) return null;
      throw thrown;
    }
  }

  async createPort(port: JsonObject): Promise<JsonObject> {
    return objectIn((await this.#ask('POST', '/ports', { port }))['port'], 'port');
  }

  async changePort(id: string, port: JsonObject): Promise<JsonObject> {
    return objectIn((await this.#ask('PUT', `/ports/${encodeURIComponent(id)}`, { port }))['port'], 'port');
  }

  /** It is not there afterwards, whoever has deleted it. */
  async deletePort(id: string): Promise<void> {
    try {
      await this.#ask('DELETE', `/ports/${encodeURIComponent(id)}`);
    } catch (thrown) {
      if (!(thrown instanceof NetworkRefusal && thrown.status === 404)) throw thrown;
    }
  }

  async #ask(method: ServiceQuestion['method'], path: string, body?: unknown): Promise<JsonObject> {
    const token = await this.#token(() => this.#bearer.get());
    let reply = await this.#send(method, path, token, body);
    if (reply.status === 401) {
      const other = await this.#token(() => this.#bearer.getOtherThan(token));
      if (other !== null) reply = await this.#send(method, path, other, body);
    }
    const { status, text } = reply;
    if (status === 204 || (status >= 200 && status < 300 && text === '')) return {};
    const json = jsonIn(text);
    if (status >= 200 && status < 300) return objectIn(json, 'answer');
    if (status >= 400 && status < 500 && !passing.has(status)) throw refusalIn(status, json, text);
    throw new NetworksUnavailable(`The network service answers with ${status}: ${text.slice(0, shownMax)}`);
  }

  async #token(get: () => Promise<string | null>): Promise<string | null> {
    try {
      return await get();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new NetworksUnavailable(`There is no token for the network service: ${why}`, { cause });
    }
  }

  async #send(method: ServiceQuestion['method'], path: string, token: string | null, body: unknown) {
    const { timeoutMs } = this.#settings;
    try {
      return await askService('the network service', {
        method,
        url: `${this.#base}${path}`,
        token: token ?? '',
        timeoutMs,
        ...(body === undefined ? {} : { body }),
        ...(this.#signal ? { signal: this.#signal } : {}),
      });
    } catch (cause) {
      throw new NetworksUnavailable(cause instanceof Error ? cause.message : String(cause), { cause });
    }
  }
}

/** Not now, perhaps later. */
const passing: ReadonlySet<number> = new Set([408, 429]);
const shownMax = 200;

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Its form: {"NeutronError": {"type": …, "message": …}}. */
function refusalIn(status: number, json: unknown, text: string): NetworkRefusal {
  const error = (json as { NeutronError?: unknown } | null | undefined)?.NeutronError;
  const { type, message } = (typeof error === 'object' && error !== null ? error : {}) as JsonObject;
  const told = typeof message === 'string' ? message : text;
  return new NetworkRefusal(status, typeof type === 'string' ? type : '', told.slice(0, shownMax));
}
