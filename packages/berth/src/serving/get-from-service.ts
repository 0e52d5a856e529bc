import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { http } from '@berth/api-kit/node-http.ts';

export interface GetOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** How long nothing may come. */
  readonly silenceMs: number;
  /**
   * It is a process on this machine that is known to have the ledger. Its certificate is for the name that clients know, and
   * perhaps of an authority that nobody here knows; so it is encrypted, but not looked at whose it is: no more is needed on the way
   * to oneself.
   */
  readonly isOnThisMachine: boolean;
}

/** What a service answers to a GET, with the body unread. Redirections are not followed: they would carry a token elsewhere. */
export function getFromService(url: string, options: GetOptions): Promise<IncomingMessage> {
  const { headers = {}, silenceMs, isOnThisMachine } = options;
  return new Promise((resolve, reject) => {
    const get = url.startsWith('https:') ? httpsRequest : http.request;
    const asked = get(
      url,
      { headers, agent: false, timeout: silenceMs, rejectUnauthorized: !isOnThisMachine },
      resolve,
    );
    asked.on('timeout', () => asked.destroy(new Error(`nothing has come for ${silenceMs / 1000} seconds`)));
    asked.on('error', reject);
    asked.end();
  });
}

/** The body as text, as much as somebody wants to read. */
export async function shortText(response: IncomingMessage, lengthMax: number): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length >= lengthMax) break;
  }
  return text.slice(0, lengthMax);
}
