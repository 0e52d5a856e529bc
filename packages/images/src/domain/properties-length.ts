import type { Image } from './image.ts';

/** Of all names and values together, in characters. */
export function propertiesLength({ properties }: Pick<Image, 'properties'>): number {
  let length = 0;
  for (const key in properties) length += key.length + (properties[key] as string).length;
  return length;
}
