import type { TraitName } from '@berth/engine/ids.ts';
import type { Wishes } from '../asking/wishes.ts';
import type { PlaceRequest } from '../place-request.ts';
import type { SchedulerView } from '../scheduler-view.ts';
import type { PrefilterSettings } from '../settings.ts';
import type { Demands } from './demands.ts';

export interface PrefilterContext {
  readonly view: SchedulerView;
  readonly request: PlaceRequest;
  readonly wishes: Wishes;
  /** All traits that flavor and image require. */
  readonly requiredTraits: ReadonlySet<TraitName>;
  readonly settings: PrefilterSettings;
}

/** Adds to what Placement is asked for. A text says why no host can be found whatever there is. */
export type Prefilter = (context: PrefilterContext, demands: Demands) => string | null;
