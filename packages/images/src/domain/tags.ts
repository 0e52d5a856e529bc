import type { ImagesChange } from './changes.ts';
import { checkBounds } from './check-bounds.ts';
import type { ImageId } from './image.ts';
import { imageOf } from './image-of.ts';
import type { Images } from './images-state.ts';
import { refuse } from './refusals.ts';

export interface AddImageTag {
  readonly kind: 'add-image-tag';
  readonly id: ImageId;
  readonly tag: string;
  readonly now: number;
}

export interface RemoveImageTag {
  readonly kind: 'remove-image-tag';
  readonly id: ImageId;
  readonly tag: string;
  readonly now: number;
}

export function addImageTag(images: Images, { id, tag, now }: AddImageTag): readonly ImagesChange[] {
  const image = imageOf(images, id);
  const tagged = { ...image, tags: [...new Set([...image.tags, tag])], updatedAt: now };
  checkBounds(images, image, tagged);
  return [{ kind: 'image-set', image: tagged }];
}

export function removeImageTag(images: Images, { id, tag, now }: RemoveImageTag): readonly ImagesChange[] {
  const image = imageOf(images, id);
  if (!image.tags.includes(tag)) refuse({ kind: 'tag-not-found', tag });
  const tags = image.tags.filter((each) => each !== tag);
  return [{ kind: 'image-set', image: { ...image, tags, updatedAt: now } }];
}
