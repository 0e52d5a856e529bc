import { createHash } from 'node:crypto';
import {
  access,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageContent } from '../domain/image.ts';

/** What is known of a content when all of it is in its file. */
export type ReceivedContent = Omit<ImageContent, 'virtualBytes'>;

/**
 * The contents of images, each in a file of a directory, under a name that is never used again.
 *
 * What always holds: a file under its own name is whole, and stays as it is. What is still coming in has another name (`.part`); it gets its
 * own one when the disk has it, and nobody is told of it before the directory is on the disk as well.
 */
export class ImageFiles {
  readonly #directory: string;
  readonly #owner: string;

  /** `owner`: whose files these are. A directory that is another's is not tidied up. */
  constructor(directory: string, owner: string) {
    this.#directory = directory;
    this.#owner = owner;
  }

  /**
   * Throws an ENOSPC where so much more would leave next to nothing on the disk: whoever else keeps something there, such as the ledger, is to
   * go on when images have taken what they may.
   */
  async checkSpace(bytes: number): Promise<void> {
    await this.#makeDirectory();
    const { bavail, blocks, bsize } = await statfs(this.#directory);
    const left = bavail * bsize - bytes;
    if (left < Math.min(sparedBytes, (blocks * bsize) / sparedPart))
      throw Object.assign(new Error('the disk is nearly full'), { code: 'ENOSPC' });
  }

  /** Puts what comes into a file. Whatever goes wrong, nothing of it is left; `onBytes` may stop it by throwing. */
  async receive(
    fileId: string,
    pieces: AsyncIterable<Uint8Array>,
    onBytes: (received: number) => void,
  ): Promise<ReceivedContent> {
    const partial = this.#partial(fileId);
    await this.#makeDirectory();
    try {
      const received = await this.#write(partial, pieces, onBytes);
      await rename(partial, this.#whole(fileId));
      await this.#settle();
      return { fileId, ...received };
    } catch (error) {
      await rm(partial, { force: true });
      await this.remove(fileId);
      throw error;
    }
  }

  async #write(
    path: string,
    pieces: AsyncIterable<Uint8Array>,
    onBytes: (received: number) => void,
  ): Promise<Omit<ReceivedContent, 'fileId'>> {
    const [md5, sha512] = [createHash('md5'), createHash('sha512')];
    let [sizeBytes, checkedBytes] = [0, 0];
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const piece of pieces) {
        sizeBytes += piece.length;
        onBytes(sizeBytes);
        if (sizeBytes - checkedBytes >= checkEveryBytes) {
          await this.checkSpace(0);
          checkedBytes = sizeBytes;
        }
        md5.update(piece);
        sha512.update(piece);
        await file.writeFile(piece);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return { sizeBytes, md5: md5.digest('hex'), sha512: sha512.digest('hex') };
  }

  /** Names are on the disk when the directory is. */
  async #settle(): Promise<void> {
    const directory = await open(this.#directory, 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  }

  async has(fileId: string): Promise<boolean> {
    try {
      await access(this.#whole(fileId));
      return true;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return false;
      throw error;
    }
  }

  /** To be closed by whoever asked for it. Throws where there is no such file. */
  open(fileId: string): Promise<FileHandle> {
    return open(this.#whole(fileId), 'r');
  }

  /** Those who are reading it read on. One that is not there is gone. */
  async remove(fileId: string): Promise<void> {
    await rm(this.#whole(fileId), { force: true });
  }

  /**
   * Removes all files that nobody needs, and says how many these were. Who needs which is asked once it is known which there are: what comes
   * later is none of them. What does not look like one of ours is left alone.
   */
  async sweep(needed: () => ReadonlySet<string>): Promise<number> {
    if (!(await this.#isOwn())) return 0;
    const names = await readdir(this.#directory);
    const kept = needed();
    let count = 0;
    for (const name of names) {
      const fileId = ownName.exec(name)?.[1];
      if (fileId === undefined || kept.has(fileId)) continue;
      await rm(join(this.#directory, name), { force: true });
      count++;
    }
    return count;
  }

  async #makeDirectory(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    try {
      await writeFile(this.#mark(), this.#owner, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }

  /** Two that were given the same directory would remove each other's files. */
  async #isOwn(): Promise<boolean> {
    try {
      return (await readFile(this.#mark(), 'utf8')) === this.#owner;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return false;
      throw error;
    }
  }

  #mark(): string {
    return join(this.#directory, '.ledger');
  }

  #whole(fileId: string): string {
    return join(this.#directory, fileId);
  }

  #partial(fileId: string): string {
    return join(this.#directory, `${fileId}.part`);
  }
}

/** What stays free: a gigabyte, or on a small disk a part of it. */
const sparedBytes = 1024 ** 3;
const sparedPart = 20;

/** Of a content whose length nobody has said, too. */
const checkEveryBytes = 16 * 1024 ** 2;

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

const ownName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.part)?$/;
