import type { ImageStatus } from './image.ts';

/** Every expected no. How it is said to clients is in `http/errors.ts`. */
export type ImagesRefusalReason =
  | { readonly kind: 'image-not-found'; readonly id: string }
  | { readonly kind: 'image-id-exists'; readonly id: string }
  | { readonly kind: 'image-is-protected'; readonly id: string }
  | { readonly kind: 'too-many-images'; readonly most: number }
  | { readonly kind: 'too-many-tags'; readonly attempted: number }
  | { readonly kind: 'too-many-properties'; readonly attempted: number }
  | { readonly kind: 'properties-too-long'; readonly most: number }
  | { readonly kind: 'too-much-described'; readonly most: number }
  | { readonly kind: 'too-many-members'; readonly attempted: number }
  | { readonly kind: 'property-exists'; readonly key: string }
  | { readonly kind: 'property-not-found'; readonly key: string }
  | { readonly kind: 'format-is-settled'; readonly field: 'diskFormat' | 'containerFormat' }
  | { readonly kind: 'formats-missing'; readonly fields: readonly ('diskFormat' | 'containerFormat')[] }
  | { readonly kind: 'upload-not-now'; readonly status: ImageStatus }
  /** The image went, or was given up on, while its content came in. */
  | { readonly kind: 'upload-is-over'; readonly id: string }
  | { readonly kind: 'no-room-for-content'; readonly sizeBytes: number; readonly leftBytes: number }
  | {
      readonly kind: 'activity-not-now';
      readonly change: 'deactivate' | 'reactivate';
      readonly status: ImageStatus;
    }
  | { readonly kind: 'tag-not-found'; readonly tag: string }
  | { readonly kind: 'members-of-unshared' }
  | { readonly kind: 'member-exists'; readonly id: string; readonly projectId: string }
  | { readonly kind: 'member-not-found'; readonly id: string; readonly projectId: string };

export type ImagesRefusalKind = ImagesRefusalReason['kind'];

/** An expected no. Thrown before anything has changed. */
export class ImagesRefusal extends Error {
  readonly reason: ImagesRefusalReason;

  constructor(reason: ImagesRefusalReason) {
    super(reason.kind);
    this.name = 'ImagesRefusal';
    this.reason = reason;
  }
}

export function refuse(reason: ImagesRefusalReason): never {
  throw new ImagesRefusal(reason);
}
