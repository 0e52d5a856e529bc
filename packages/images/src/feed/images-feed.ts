import type { ImagesChange } from '../domain/changes.ts';

/** What changes of images look like to those who follow them: which image it is. What it is now, the API says, to whom it may. */
export const imagesFeed = {
  kinds: {
    'image-set': { name: 'image_set', nouns: ['images'] },
    'image-removed': { name: 'image_removed', nouns: ['images'] },
  },
  fieldsOf: (change: ImagesChange) => ({ id: change.kind === 'image-set' ? change.image.id : change.id }),
};
