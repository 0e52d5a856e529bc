import type { ImagesChange } from './changes.ts';
import { checkBounds } from './check-bounds.ts';
import { type Image, type ImageId, tagsMax } from './image.ts';
import type { Images } from './images-state.ts';
import { imageOf } from './image-of.ts';
import { refuse } from './refusals.ts';

/** What is said of an image is changed: all of these edits, one after the other, or none. */
export interface UpdateImage {
  readonly kind: 'update-image';
  readonly id: ImageId;
  readonly edits: readonly ImageEdit[];
  readonly now: number;
}

export type ImageEdit =
  | FieldEdit
  /** `was`: whether there has to be such a property before. */
  | {
      readonly kind: 'set-property';
      readonly key: string;
      readonly value: string;
      readonly was: 'there' | 'missing' | 'either';
    }
  | { readonly kind: 'remove-property'; readonly key: string };

/** One of what every image has gets another value. */
export type FieldEdit = {
  readonly [Field in EditableField]: {
    readonly kind: 'set-field';
    readonly field: Field;
    readonly value: Image[Field];
  };
}[EditableField];

export type EditableField =
  | 'name'
  | 'visibility'
  | 'owner'
  | 'isProtected'
  | 'isHidden'
  | 'minMemoryMb'
  | 'minDiskGb'
  | 'diskFormat'
  | 'containerFormat'
  | 'tags';

export function updateImage(images: Images, { id, edits, now }: UpdateImage): readonly ImagesChange[] {
  const image = imageOf(images, id);
  if (edits.length === 0) return [];
  return [{ kind: 'image-set', image: { ...edited(images, image, edits), updatedAt: now } }];
}

/** The image after these edits, if it takes all of them. */
export function edited(images: Images, image: Image, edits: readonly ImageEdit[]): Image {
  const result = edits.reduce(withEdit, image);
  checkBounds(images, image, result);
  return result;
}

function withEdit(image: Image, edit: ImageEdit): Image {
  const { properties } = image;
  switch (edit.kind) {
    case 'set-field':
      return withField(image, edit);
    case 'set-property': {
      const { key, value, was } = edit;
      const isThere = Object.hasOwn(properties, key);
      if (was === 'there' && !isThere) refuse({ kind: 'property-not-found', key });
      if (was === 'missing' && isThere) refuse({ kind: 'property-exists', key });
      return { ...image, properties: { ...properties, [key]: value } };
    }
    case 'remove-property': {
      if (!Object.hasOwn(properties, edit.key)) refuse({ kind: 'property-not-found', key: edit.key });
      const { [edit.key]: _, ...rest } = properties;
      return { ...image, properties: rest };
    }
    default:
      return edit satisfies never;
  }
}

function withField(image: Image, { field, value }: FieldEdit): Image {
  if (field === 'diskFormat' || field === 'containerFormat') {
    if (image.status !== 'queued') refuse({ kind: 'format-is-settled', field });
  }
  if (field !== 'tags') return { ...image, [field]: value };
  if (value.length > tagsMax) refuse({ kind: 'too-many-tags', attempted: value.length });
  return { ...image, tags: [...new Set(value)] };
}
