import { setTimeout as pause } from 'node:timers/promises';
import type { KeystoneSettings } from './keystone-settings.ts';

export interface KeystoneRequest {
  readonly method: 'GET' | 'POST';
  /** Below '/v3'. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface KeystoneAnswer {
  readonly status: number;
  readonly subjectToken: string | null;
  /** Null for anything but a success. */
  readonly body: unknown;
}

/** Keystone cannot be asked now. The message is for the operator, and never holds a token or a password. */
export class KeystoneUnavailable extends Error {
  override readonly name = 'KeystoneUnavailable';
}

/**
 * Sends one request and repeats it while Keystone does not answer, or answers that it is unwell. Any other answer is
 * for the asker to judge. Once `signal` aborts, no more attempts are made.
 */
export async function askKeystone(
  settings: KeystoneSettings,
  request: KeystoneRequest,
  signal: AbortSignal,
): Promise<KeystoneAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    const result = await askOnce(settings, request, signal);
    if (!(result instanceof KeystoneUnavailable)) return result;
    if (attempt >= settings.retries || signal.aborted) throw result;
    await pause(settings.pauseMs * 2 ** attempt);
  }
}

async function askOnce(
  settings: KeystoneSettings,
  { method, path, headers, body }: KeystoneRequest,
  signal: AbortSignal,
): Promise<KeystoneAnswer | KeystoneUnavailable> {
  const { url, fetch, timeoutMs } = settings;
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      // A redirection would carry the tokens to wherever it points.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { status } = response;
    if (status >= 500 || status === 429) {
      await response.body?.cancel();
      return new KeystoneUnavailable(`Keystone at ${url} answered with status ${status}`);
    }
    if (!response.ok) await response.body?.cancel();
    return {
      status,
      subjectToken: response.headers.get('x-subject-token'),
      body: response.ok ? await response.json() : null,
    };
  } catch (error) {
    return new KeystoneUnavailable(`Keystone at ${url} ${complaint(error, timeoutMs)}`, { cause: error });
  }
}

function complaint(error: unknown, timeoutMs: number): string {
  if (error instanceof SyntaxError) return 'answered with something other than JSON';
  if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)) {
    return `did not answer within ${timeoutMs} ms`;
  }
  return `cannot be reached (${codeOf(error) ?? 'the connection failed'})`;
}

/** The system's name for the failure, such as ECONNREFUSED, wherever in the chain of causes it stands. */
function codeOf(error: unknown): string | null {
  for (let link = error; link instanceof Error; link = link.cause) {
    if ('code' in link && typeof link.code === 'string') return link.code;
  }
  return null;
}
