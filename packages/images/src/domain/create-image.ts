import type { ImagesChange } from './changes.ts';
import { checkBounds } from './check-bounds.ts';
import type { Image, ImageId } from './image.ts';
import type { Images } from './images-state.ts';
import { refuse } from './refusals.ts';

/** An image that is to get its content later. */
export interface CreateImage {
  readonly kind: 'create-image';
  readonly id: ImageId;
  readonly described: DescribedImage;
  /** Projects that it is shared with. */
  readonly sharedWith: readonly string[];
  /** How many images there may be in all. */
  readonly imagesMax: number;
  readonly now: number;
}

/** What its owner says of it. */
export type DescribedImage = Pick<
  Image,
  | 'name'
  | 'visibility'
  | 'owner'
  | 'isProtected'
  | 'isHidden'
  | 'minMemoryMb'
  | 'minDiskGb'
  | 'diskFormat'
  | 'containerFormat'
  | 'tags'
  | 'properties'
>;

export function createImage(
  images: Images,
  { id, described, sharedWith, imagesMax, now }: CreateImage,
): readonly ImagesChange[] {
  checkBounds(images, null, described);
  if (images.get(id)) refuse({ kind: 'image-id-exists', id });
  if (images.size >= imagesMax) refuse({ kind: 'too-many-images', most: imagesMax });
  const members = sharedWith.map((projectId) => ({
    projectId,
    status: 'pending' as const,
    createdAt: now,
    updatedAt: now,
  }));
  const image: Image = {
    ...described,
    tags: [...new Set(described.tags)],
    id,
    status: 'queued',
    members,
    createdAt: now,
    updatedAt: now,
    content: null,
    uploadId: null,
  };
  return [{ kind: 'image-set', image }];
}
