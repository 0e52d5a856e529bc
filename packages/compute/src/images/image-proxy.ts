import { type AskImages, base, isNo, parsed, pathOf, refusedWith, wordsIn } from './ask-images.ts';
import { type ImageProxy, ImageUnwanted, type ProxiedImage } from './images.ts';
import { readImageFacts } from './read-image-facts.ts';

/** Questions about images that are passed on to the image service. */
export function proxyTo(ask: AskImages): ImageProxy {
  const answered = async (question: Parameters<AskImages>[0], good: number): Promise<string> => {
    const { status, text } = await ask(question);
    if (status === good) return text;
    throw isNo(status) ? new ImageUnwanted(status, wordsIn(text)) : refusedWith({ status, text });
  };
  return {
    list: async (query, token) => {
      const text = await answered({ method: 'GET', path: `${base}?${query.toString()}`, token }, 200);
      return parsed(text, (list) => (list as { images: unknown[] }).images.map(readImage));
    },
    show: async (id, token) => {
      try {
        return parsed(await answered({ method: 'GET', path: pathOf(id), token }, 200), readImage);
      } catch (thrown) {
        if (thrown instanceof ImageUnwanted && thrown.status === 404) return null;
        throw thrown;
      }
    },
    change: async (id, properties, token) => {
      if (properties.size === 0) return;
      const body = Array.from(properties, ([key, value]) => {
        const path = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        return value === null ? { op: 'remove', path } : { op: 'add', path, value };
      });
      const contentType = 'application/openstack-images-v2.1-json-patch';
      await answered({ method: 'PATCH', path: pathOf(id), token, body, contentType }, 200);
    },
    remove: async (id, token) => {
      await answered({ method: 'DELETE', path: pathOf(id), token }, 204);
    },
  };
}

function readImage(given: unknown): ProxiedImage {
  const { created_at: createdAt, updated_at: updatedAt } = given as Readonly<Record<string, unknown>>;
  return { ...readImageFacts(given), createdAt: String(createdAt), updatedAt: String(updatedAt) };
}
