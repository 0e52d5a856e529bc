import type { Image } from './image.ts';
import type { Images } from './images-state.ts';
import { refuse } from './refusals.ts';

export function imageOf(images: Images, id: string): Image {
  return images.get(id) ?? refuse({ kind: 'image-not-found', id });
}
