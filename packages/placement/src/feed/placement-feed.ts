import type { Change } from '@berth/engine/changes.ts';
import { changeKinds, fieldsOf } from './change-fields.ts';

/** What Placement's changes look like to those who follow them. */
export const placementFeed = {
  kinds: changeKinds,
  fieldsOf(change: Change): Readonly<Record<string, unknown>> {
    return fieldsOf(change);
  },
};
