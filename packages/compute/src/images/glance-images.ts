import { type Images, ImagesUnavailable } from './images.ts';
import { readImageFacts } from './read-image-facts.ts';

export interface GlanceSettings {
  /** Where it is: 'http://controller/image'. Versions are behind it. */
  readonly url: string;
  readonly timeoutMs: number;
}

/** How much of an answer is read. */
const longestAnswer = 4 * 1024 * 1024;

/** The images of a Glance, asked with the token of whoever asks us: they see what they may see there. */
export function glanceImages({ url, timeoutMs }: GlanceSettings): Images {
  const base = `${url.replace(/\/+$/, '')}/v2/images/`;
  return {
    find: async (id, token) => {
      const response = await ask(`${base}${encodeURIComponent(id)}`, token, timeoutMs);
      if (response.status === 404 || response.status === 403 || response.status === 401) {
        await response.body?.cancel();
        return null;
      }
      const text = await textOf(response);
      if (response.status !== 200) {
        throw new ImagesUnavailable(
          `The image service answers with ${response.status}: ${text.slice(0, 200)}`,
        );
      }
      try {
        return readImageFacts(JSON.parse(text));
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new ImagesUnavailable(`What the image service says of image ${id} cannot be read: ${why}`, {
          cause,
        });
      }
    },
  };
}

async function ask(url: string, token: string, timeoutMs: number): Promise<Response> {
  try {
    return await fetch(url, {
      headers: { 'x-auth-token': token, accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      // They would carry the token along.
      redirect: 'error',
    });
  } catch (cause) {
    throw new ImagesUnavailable('The image service does not answer.', { cause });
  }
}

async function textOf(response: Response): Promise<string> {
  try {
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > longestAnswer) throw new Error('the answer is too long');
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  } catch (cause) {
    throw new ImagesUnavailable('The answer of the image service broke off.', { cause });
  }
}
