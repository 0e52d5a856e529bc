import type { ImagesChange } from './changes.ts';
import type { ImagesState } from './images-state.ts';

/** Makes a change true, and answers with the one that takes it back. It never refuses: whatever was decided holds. */
export function applyImagesChange(state: ImagesState, change: ImagesChange): ImagesChange {
  if (change.kind === 'image-set') {
    const before = state.put(change.image);
    return before ? { kind: 'image-set', image: before } : { kind: 'image-removed', id: change.image.id };
  }
  const before = state.remove(change.id);
  if (!before) throw new Error('what is removed was there');
  return { kind: 'image-set', image: before };
}
