import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUuidLike } from '@berth/api-kit/json/uuid.ts';
import { type Images, type ImageStore, ImagesUnavailable, ImageUnwanted } from './images.ts';
import { readImageFacts } from './read-image-facts.ts';

/**
 * Images that are described by files: ID.json in a directory, each with an image as the image service would write it. They are read each
 * time, so that one can be added while the service runs. Everybody sees all of them. An image that is made of a server is such a file, too:
 * `queued` until whoever fills it says otherwise.
 */
export function imageDirectory(path: string): Images {
  return {
    store: storeIn(path),
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

function storeIn(path: string): ImageStore {
  return {
    begin: async ({ name, properties, minDiskGb }) => {
      if ((await filesIn(path)).length >= imagesMax)
        throw new ImageUnwanted(413, `There are ${imagesMax} images, and no more can be made.`);
      const id = randomUUID();
      const created_at = new Date().toISOString();
      const image = { id, name, status: 'queued', min_disk: minDiskGb, created_at, properties };
      // Whoever reads it finds all of it or nothing.
      const unfinished = join(path, `.${id}`);
      await orUnavailable(async () => {
        await writeFile(unfinished, JSON.stringify(image), { flag: 'wx' });
        await rename(unfinished, join(path, `${id}.json`));
      });
      return id;
    },
    discard: (id) => orUnavailable(() => rm(join(path, `${plainUuid(id)}.json`), { force: true })),
    // Only this service makes them.
    backupsLike: async ({ serverId, backupType }) => {
      const found: { readonly id: string; readonly at: string }[] = [];
      for (const file of await filesIn(path)) {
        const { id, created_at: at, properties = {} } = await backupIn(join(path, file));
        const isOne = properties['image_type'] === 'backup' && properties['backup_type'] === backupType;
        if (isOne && properties['instance_uuid'] === serverId) found.push({ id, at });
      }
      return found.toSorted((one, other) => (one.at < other.at ? 1 : -1)).map(({ id }) => id);
    },
    // There is no service that shows it.
    locationOf: (id) => `/images/${id}`,
  };
}

/** How many files of images there may be for one more to be made: whoever may make servers may make images of them. */
const imagesMax = 10_000;

async function filesIn(path: string): Promise<readonly string[]> {
  const names = await orUnavailable(() => readdir(path));
  return names.filter((name) => name.endsWith('.json') && isUuidLike(name.slice(0, -'.json'.length)));
}

/** As `begin` has written it; whatever else is there is no backup. */
async function backupIn(file: string): Promise<BackupFile> {
  const text = await readIfThere(file);
  try {
    return { ...noBackup, ...(JSON.parse(text ?? '{}') as Partial<BackupFile>) };
  } catch {
    return noBackup;
  }
}

interface BackupFile {
  readonly id: string;
  readonly created_at: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

const noBackup: BackupFile = { id: '', created_at: '' };

async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new ImagesUnavailable(`The directory of images cannot be used${code}.`, { cause });
  }
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
