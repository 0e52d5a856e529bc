import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUuidLike } from '@berth/api-kit/json/uuid.ts';
import { type Images, ImagesUnavailable } from './images.ts';
import { readImageFacts } from './read-image-facts.ts';

/**
 * Images that are described by files: ID.json in a directory, each with an image as the image service would write it. They are read each
 * time, so that one can be added while the service runs. Everybody sees all of them.
 */
export function imageDirectory(path: string): Images {
  return {
    find: async (id) => {
      // The name of a file is made of it, so it must be nothing but an id.
      if (!isUuidLike(id)) return null;
      const file = join(path, `${plainUuid(id)}.json`);
      const text = await readIfThere(file);
      if (text === null) return null;
      try {
        return readImageFacts(JSON.parse(text));
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new ImagesUnavailable(`The image in ${file} cannot be read: ${why}`, { cause });
      }
    },
  };
}

/** However it is spelled. */
function plainUuid(id: string): string {
  const digits = id
    .toLowerCase()
    .replaceAll(/[^0-9a-f]/g, '')
    .slice(-32);
  return [0, 8, 12, 16, 20].map((start, index, starts) => digits.slice(start, starts[index + 1])).join('-');
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw new ImagesUnavailable(`The image in ${file} cannot be read.`, { cause });
  }
}
