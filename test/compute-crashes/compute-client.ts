/** What came back. A status of 0: nothing did. */
export interface Answer {
  readonly status: number;
  /** By which the action of a server is known. */
  readonly requestId: string;
  readonly json: unknown;
  readonly text: string;
  /** Nobody has listened: it surely was not carried out. */
  readonly isUnsent: boolean;
}

/** Nobody knows whether it was carried out. */
export function isUncertain({ status, isUnsent }: Answer): boolean {
  return (status === 0 && !isUnsent) || status === 503;
}

export function isTaken({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** Somebody who asks compute or Placement, at any of their addresses. */
export class ComputeClient {
  readonly #urls: () => readonly string[];
  readonly #token: string;
  #count = 0;

  constructor(urls: () => readonly string[], token: string) {
    this.#urls = urls;
    this.#token = token;
  }

  compute(method: string, path: string, body?: unknown, version = '2.90'): Promise<Answer> {
    return this.#send(
      method,
      `/compute/v2.1${path}`,
      { 'openstack-api-version': `compute ${version}` },
      body,
    );
  }

  placement(path: string): Promise<Answer> {
    return this.#send('GET', path, { 'openstack-api-version': 'placement 1.39' });
  }

  async #send(
    method: string,
    path: string,
    version: Readonly<Record<string, string>>,
    body?: unknown,
  ): Promise<Answer> {
    const urls = this.#urls();
    const url = urls[this.#count++ % urls.length] ?? '';
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { ...version, 'x-auth-token': this.#token, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(30_000),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const requestId = answer.headers.get('x-compute-request-id') ?? '';
      return { status: answer.status, requestId, text, json: jsonOf(text), isUnsent: false };
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { readonly code?: string };
      return {
        status: 0,
        requestId: '',
        json: undefined,
        text: String(error),
        isUnsent: code === 'ECONNREFUSED',
      };
    }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
