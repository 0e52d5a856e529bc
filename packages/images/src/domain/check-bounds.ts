import { type Image, propertiesMax, tagsMax } from './image.ts';
import { refuse } from './refusals.ts';

/** How much may be said of one image: it is kept in memory, and written as a whole with every change. */
export function checkBounds({ tags, properties }: Pick<Image, 'tags' | 'properties'>): void {
  if (tags.length > tagsMax) refuse({ kind: 'too-many-tags', attempted: tags.length });
  const entries = Object.entries(properties);
  if (entries.length > propertiesMax) refuse({ kind: 'too-many-properties', attempted: entries.length });
  let length = 0;
  for (const [key, value] of entries) length += key.length + value.length;
  if (length > propertiesLengthMax) refuse({ kind: 'properties-too-long', most: propertiesLengthMax });
}

/** Of all names and values together. */
const propertiesLengthMax = 256 * 1024;
