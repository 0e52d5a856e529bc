import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { ImageChore } from './image-chore.ts';
import { removalOf } from '../removal-of.ts';

/** Whoever leads has done something at the image service. */
export interface EndImageChore {
  readonly kind: 'end-image-chore';
  /** As it was when that began: what was asked for anew meanwhile is still to be done. */
  readonly chore: ImageChore;
}

export function endImageChore({ imageChores }: Compute, { chore }: EndImageChore): readonly ComputeChange[] {
  const there = imageChores.get(chore.id);
  return there?.createdAt === chore.createdAt ? [removalOf('image-chore', there)] : [];
}
