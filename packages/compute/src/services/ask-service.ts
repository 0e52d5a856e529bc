/** One question to another service of the cloud. */
export interface ServiceQuestion {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly token: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** What the body is said to be; JSON unless told. */
  readonly contentType?: string;
  /** From now to the end of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface ServiceReply {
  readonly status: number;
  readonly text: string;
}

/** How many questions of clients a service is asked at one time. */
export const questionsMax = 500;

/** How much of an answer is read. */
export const longestReply = 4 * 1024 * 1024;

/** Any whole answer, whatever its status. Rejects with a sentence about `service` where there is none in the time. */
export async function askService(service: string, question: ServiceQuestion): Promise<ServiceReply> {
  const { method, url, token, body, contentType = 'application/json', timeoutMs, signal } = question;
  let hasAnswered = false;
  try {
    const response = await fetch(url, {
      method,
      headers: {
        'x-auth-token': token,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': contentType }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      // They would carry the token along.
      redirect: 'error',
    });
    hasAnswered = true;
    return { status: response.status, text: await textOf(response) };
  } catch (cause) {
    const what = hasAnswered ? `The answer of ${service} broke off` : `The ${plain(service)} does not answer`;
    throw new Error(`${what}${reasonOf(cause, timeoutMs)}.`, { cause });
  }
}

function plain(service: string): string {
  return service.replace(/^the /, '');
}

function reasonOf(cause: unknown, timeoutMs: number): string {
  if (!(cause instanceof Error)) return '';
  if (cause.name === 'TimeoutError') return ` within ${timeoutMs} ms`;
  return cause instanceof ReplyTooLong ? `: ${cause.message}` : '';
}

class ReplyTooLong extends Error {}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    // Leaving the loop ends the connection.
    if (length > longestReply) throw new ReplyTooLong(`it is longer than ${longestReply} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
