import { type Images, type ImageStore, ImagesUnavailable } from './images.ts';
import { readImageFacts } from './read-image-facts.ts';

export interface GlanceSettings {
  /** Where it is: 'http://controller/image'. Versions are behind it. */
  readonly url: string;
  readonly timeoutMs: number;
}

/** How much of an answer is read. */
const longestAnswer = 4 * 1024 * 1024;

/** The images of a Glance, asked with the token of whoever asks us: they see what they may see there. */
export function glanceImages(settings: GlanceSettings): Images {
  const plainUrl = settings.url.replace(/\/+$/, '');
  const base = `${plainUrl}/v2/images`;
  return {
    find: async (id, token) => {
      const response = await ask(settings, 'GET', `${base}/${encodeURIComponent(id)}`, token);
      const text = await textOf(response);
      if (response.status === 404 || response.status === 403 || response.status === 401) return null;
      if (response.status !== 200) throw refusedWith(response.status, text);
      return parsed(text, readImageFacts);
    },
    store: storeIn(settings, base, plainUrl),
  };
}

function storeIn(settings: GlanceSettings, base: string, plainUrl: string): ImageStore {
  return {
    begin: async ({ name, properties }, token) => {
      const body = JSON.stringify({ ...properties, name, visibility: 'private' });
      const response = await ask(settings, 'POST', base, token, body);
      const text = await textOf(response);
      if (response.status !== 201) throw refusedWith(response.status, text);
      return parsed(text, (image) => readImageFacts(image).id);
    },
    discard: async (id, token) => {
      await textOf(await ask(settings, 'DELETE', `${base}/${encodeURIComponent(id)}`, token));
    },
    locationOf: (id) => `${plainUrl}/images/${id}`,
  };
}

function refusedWith(status: number, text: string): ImagesUnavailable {
  return new ImagesUnavailable(`The image service answers with ${status}: ${text.slice(0, 200)}`);
}

function parsed<Result>(text: string, read: (value: unknown) => Result): Result {
  try {
    return read(JSON.parse(text));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ImagesUnavailable(`What the image service says of an image cannot be read: ${why}`, { cause });
  }
}

async function ask(
  { timeoutMs }: GlanceSettings,
  method: string,
  url: string,
  token: string,
  body?: string,
): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers: {
        'x-auth-token': token,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
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
