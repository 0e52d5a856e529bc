import type { Image, ImageId } from './image.ts';

/** Every way the state of images can change; this is what the journal stores, so each is plain JSON data. */
export type ImagesChange = ImageSet | ImageRemoved;

/** All that holds of an image from now on. */
export interface ImageSet {
  readonly kind: 'image-set';
  readonly image: Image;
}

export interface ImageRemoved {
  readonly kind: 'image-removed';
  readonly id: ImageId;
}

export const imagesChangeKinds = {
  'image-set': true,
  'image-removed': true,
} as const satisfies Record<ImagesChange['kind'], true>;

export function isImagesChange(change: { readonly kind: string }): change is ImagesChange {
  return Object.hasOwn(imagesChangeKinds, change.kind);
}
