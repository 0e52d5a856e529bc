import type { FileHandle } from 'node:fs/promises';
import { FewAtOnce } from '@berth/api-kit/few-at-once.ts';
import type { ImagesCommand } from '../domain/decide.ts';
import type { Image, ImageContent } from '../domain/image.ts';
import type { Images } from '../domain/images-state.ts';
import { noRoom, tooManyUploads, tooMuch } from '../http/errors.ts';
import { badRequest, unavailable } from '@berth/api-kit/http-error.ts';
import { hasCode, type ImageFiles } from './image-files.ts';
import { virtualSize } from './virtual-size.ts';

export interface UploadSettings {
  readonly files: ImageFiles;
  readonly images: () => Images;
  readonly commit: (command: ImagesCommand) => Promise<unknown>;
  /** The longest content of one image, and of all together. */
  readonly imageBytesMax: number;
  readonly allBytesMax: number;
  readonly newId: () => string;
  readonly now: () => number;
  /** A file that nobody needs could not be removed; it is tried again. */
  readonly onTrouble: (reason: unknown) => void;
}

/** What a client sends, and says of it. */
export interface SentContent {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Null where it does not say. */
  readonly length: number | null;
  /** The MD5 that it is to have, in hexadecimal digits; null where it does not say. */
  readonly md5: string | null;
}

/**
 * Brings contents into files and images, in this order: the ledger says that something comes, the file is written, the disk has it under its
 * own name, the ledger says that it is there. So whatever ends in between, nobody ever sees a part of a content; what is left over, a file
 * that no image has or an image for which nothing comes, is put in order by `tidyUp`.
 */
export class Uploads {
  readonly #given: UploadSettings;
  /** What has come so far, by upload. It is counted with what is there already. */
  readonly #underWay = new Map<string, number>();
  readonly #few = new FewAtOnce(uploadsMax, tooManyUploads);
  /** Of each project that has some under way: one alone is not to keep all others from theirs. */
  readonly #fewOf = new Map<string, FewAtOnce>();

  constructor(given: UploadSettings) {
    this.#given = given;
  }

  async receive(image: Image, sent: SentContent): Promise<void> {
    const owner = image.owner ?? '';
    const few = this.#fewOf.get(owner) ?? new FewAtOnce(uploadsOfProjectMax, tooManyUploads);
    this.#fewOf.set(owner, few);
    try {
      await few.run(() => this.#few.run(() => this.#receive(image, sent)));
    } finally {
      if (few.isIdle) this.#fewOf.delete(owner);
    }
  }

  async #receive(image: Image, sent: SentContent): Promise<void> {
    const { files, commit, newId, now, allBytesMax } = this.#given;
    const { id } = image;
    const uploadId = newId();
    this.#checkRoom(uploadId, sent.length ?? 0);
    await files.checkSpace(sent.length ?? 0).catch((error: unknown) => {
      throw asToldToClients(error);
    });
    this.#underWay.set(uploadId, 0);
    try {
      await commit({ kind: 'begin-upload', id, uploadId, now: now() });
      try {
        const received = await files.receive(uploadId, sent.pieces, (bytes) => {
          this.#checkRoom(uploadId, bytes);
          this.#underWay.set(uploadId, bytes);
        });
        if (sent.md5 !== null && sent.md5 !== received.md5)
          throw badRequest(`The content has the MD5 ${received.md5}, and was to have ${sent.md5}.`);
        const content: ImageContent = { ...received, virtualBytes: await this.#virtualSize(image, received) };
        await commit({ kind: 'finish-upload', id, content, allBytesMax, now: now() });
      } catch (error) {
        await this.#remove(uploadId);
        await commit({ kind: 'abandon-upload', id, uploadId, now: now() });
        throw asToldToClients(error);
      }
    } finally {
      this.#underWay.delete(uploadId);
    }
  }

  async #virtualSize(
    { diskFormat }: Image,
    { fileId, sizeBytes }: Pick<ImageContent, 'fileId' | 'sizeBytes'>,
  ) {
    const file = await this.#given.files.open(fileId);
    try {
      return await virtualSize(file, diskFormat, sizeBytes);
    } finally {
      await file.close();
    }
  }

  /** Whether its file is where it was put. */
  isThere({ fileId }: ImageContent): Promise<boolean> {
    return this.#given.files.has(fileId);
  }

  /** To be closed by whoever asked for it. */
  open({ fileId }: ImageContent): Promise<FileHandle> {
    return this.#given.files.open(fileId);
  }

  /** The file of an image that is gone. */
  async discard({ content }: Image): Promise<void> {
    if (content) await this.#remove(content.fileId);
  }

  /** What others have left when they ended: images that wait for what will not come, and files that no image has. Gives how many of each. */
  async tidyUp(): Promise<{ readonly images: number; readonly files: number }> {
    const { files, images, commit, now } = this.#given;
    const left = [...images().values()].filter(
      ({ uploadId }) => uploadId !== null && !this.#underWay.has(uploadId),
    );
    for (const { id, uploadId } of left)
      await commit({ kind: 'abandon-upload', id, uploadId: uploadId as string, now: now() }); // Just filtered.
    const count = await files.sweep(() => this.#neededFiles());
    return { images: left.length, files: count };
  }

  #neededFiles(): ReadonlySet<string> {
    const needed = new Set(this.#underWay.keys());
    for (const { content } of this.#given.images().values()) if (content) needed.add(content.fileId);
    return needed;
  }

  /** What cannot be removed now is removed by `tidyUp`: it is no reason to refuse anything. */
  async #remove(fileId: string): Promise<void> {
    try {
      await this.#given.files.remove(fileId);
    } catch (reason) {
      this.#given.onTrouble(reason);
    }
  }

  #checkRoom(uploadId: string, bytes: number): void {
    const { images, imageBytesMax, allBytesMax } = this.#given;
    if (bytes > imageBytesMax)
      throw tooMuch(`The incoming image is too large: an image may have ${imageBytesMax} bytes.`);
    let left = allBytesMax - images().contentBytes;
    for (const [other, received] of this.#underWay) if (other !== uploadId) left -= received;
    if (bytes > left) throw noRoom(bytes, left);
  }
}

/** What the disk says no to is no fault of ours. */
function asToldToClients(error: unknown): unknown {
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) return tooMuch('Image storage media is full.');
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS'))
    return unavailable('Insufficient permissions on image storage media.');
  return error;
}

/** Each has a connection, a file and a piece of its content in memory. */
const uploadsMax = 64;
const uploadsOfProjectMax = 16;
