import type { ImagesChange } from './changes.ts';
import type { Image, ImageContent, ImageId } from './image.ts';
import { imageOf } from './image-of.ts';
import type { Images } from './images-state.ts';
import { refuse } from './refusals.ts';

/** Content is about to come in. Nobody sees any of it before it is whole. */
export interface BeginUpload {
  readonly kind: 'begin-upload';
  readonly id: ImageId;
  readonly uploadId: string;
  readonly now: number;
}

/** All of it is in its file. */
export interface FinishUpload {
  readonly kind: 'finish-upload';
  readonly id: ImageId;
  readonly content: ImageContent;
  /** How much all images may have together. */
  readonly allBytesMax: number;
  readonly now: number;
}

/** It has come to nothing: the client has left, or its process has ended. */
export interface AbandonUpload {
  readonly kind: 'abandon-upload';
  readonly id: ImageId;
  readonly uploadId: string;
  readonly now: number;
}

export function beginUpload(images: Images, { id, uploadId, now }: BeginUpload): readonly ImagesChange[] {
  const image = imageOf(images, id);
  if (image.status !== 'queued') refuse({ kind: 'upload-not-now', status: image.status });
  const fields = (['diskFormat', 'containerFormat'] as const).filter((field) => image[field] === null);
  if (fields.length > 0) refuse({ kind: 'formats-missing', fields });
  return set({ ...image, status: 'saving', uploadId, updatedAt: now });
}

export function finishUpload(
  images: Images,
  { id, content, allBytesMax, now }: FinishUpload,
): readonly ImagesChange[] {
  const image = images.get(id);
  if (image?.uploadId !== content.fileId) refuse({ kind: 'upload-is-over', id });
  const leftBytes = allBytesMax - images.contentBytes;
  if (content.sizeBytes > leftBytes)
    refuse({ kind: 'no-room-for-content', sizeBytes: content.sizeBytes, leftBytes });
  return set({ ...image, status: 'active', content, uploadId: null, updatedAt: now });
}

export function abandonUpload(images: Images, { id, uploadId, now }: AbandonUpload): readonly ImagesChange[] {
  const image = images.get(id);
  if (image?.uploadId !== uploadId) return [];
  return set({ ...image, status: 'queued', uploadId: null, updatedAt: now });
}

function set(image: Image): readonly ImagesChange[] {
  return [{ kind: 'image-set', image }];
}
