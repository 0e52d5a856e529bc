import type { ImagesChange } from './changes.ts';
import type { ImageId } from './image.ts';
import { imageOf } from './image-of.ts';
import type { Images } from './images-state.ts';
import { refuse } from './refusals.ts';

/** Whether the content of an image may be fetched by those who see it. */
export interface SetActivity {
  readonly kind: 'set-image-activity';
  readonly id: ImageId;
  readonly change: 'deactivate' | 'reactivate';
  readonly now: number;
}

export function setActivity(images: Images, { id, change, now }: SetActivity): readonly ImagesChange[] {
  const image = imageOf(images, id);
  const wanted = change === 'deactivate' ? 'deactivated' : 'active';
  if (image.content === null) refuse({ kind: 'activity-not-now', change, status: image.status });
  if (image.status === wanted) return [];
  return [{ kind: 'image-set', image: { ...image, status: wanted, updatedAt: now } }];
}
