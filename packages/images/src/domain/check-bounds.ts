import { type Image, propertiesMax, tagsMax } from './image.ts';
import type { Images } from './images-state.ts';
import { propertiesLength } from './properties-length.ts';
import { refuse } from './refusals.ts';

/**
 * How much may be said of one image, and of all: it is kept in memory, and written as a whole with every change. `before` is what the image was; null for a
 * new one. What makes it shorter is always taken.
 */
export function checkBounds(
  { describedLength }: Pick<Images, 'describedLength'>,
  before: Image | null,
  { tags, properties }: Pick<Image, 'tags' | 'properties'>,
): void {
  if (tags.length > tagsMax) refuse({ kind: 'too-many-tags', attempted: tags.length });
  const attempted = Object.keys(properties).length;
  if (attempted > propertiesMax) refuse({ kind: 'too-many-properties', attempted });
  const length = propertiesLength({ properties });
  if (length > propertiesLengthMax) refuse({ kind: 'properties-too-long', most: propertiesLengthMax });
  const added = length - (before === null ? 0 : propertiesLength(before));
  if (added > 0 && describedLength + added > describedLengthMax)
    refuse({ kind: 'too-much-described', most: describedLengthMax });
}

const propertiesLengthMax = 256 * 1024;

/** Of all images; most have some hundred characters, so this is enough for a hundred thousand. */
export const describedLengthMax = 64 * 1024 * 1024;
