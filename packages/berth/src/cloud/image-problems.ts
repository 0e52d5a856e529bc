import type { Images } from '@berth/images/domain/images-state.ts';
import { imageProblems as problemsOf } from '@berth/images/records/image-shape.ts';

/** What breaks the rules of the API, image by image. */
export function* imageProblems(images: Images): Generator<readonly string[]> {
  for (const image of images.values()) yield [...problemsOf(image)];
}
