import { applyImagesChange } from './domain/apply.ts';
import type { ImagesChange } from './domain/changes.ts';
import { decideImagesCommand } from './domain/decide.ts';

/** How the ledger decides and applies what is asked of images. */
export const imagesDomain = {
  decide: decideImagesCommand,
  apply: applyImagesChange,
  /** About how much a change holds: 1, and as much again for every half a kilobyte. */
  weightOf: (change: ImagesChange) => 1 + Math.floor(JSON.stringify(change).length / 512),
};
