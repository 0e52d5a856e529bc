import type { ImagesChange } from './changes.ts';
import type { ImageId } from './image.ts';
import { imageOf } from './image-of.ts';
import type { Images } from './images-state.ts';
import { refuse } from './refusals.ts';

/** An image goes, whatever is being done with it; its file follows when that is durable. */
export interface DeleteImage {
  readonly kind: 'delete-image';
  readonly id: ImageId;
}

export function deleteImage(images: Images, { id }: DeleteImage): readonly ImagesChange[] {
  if (imageOf(images, id).isProtected) refuse({ kind: 'image-is-protected', id });
  return [{ kind: 'image-removed', id }];
}
