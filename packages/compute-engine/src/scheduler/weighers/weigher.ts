import type { GroupView } from '../scheduler-view.ts';
import type { HostField } from './host-field.ts';

/** A preference among hosts: what they have is put on a scale from 0 to 1, and counts as often as operators say. */
export interface Weigher {
  /** Where its numbers are. */
  readonly column: (field: HostField) => Float64Array;
  /** Where the scale begins: at 0, below which all is alike, or at the smallest number that there is. */
  readonly from: 'zero' | 'least';
  /** Who is at the upper end of the scale. */
  readonly first: 'most' | 'fewest';
  /** -1: to be at the upper end is bad. */
  readonly sign: 1 | -1;
  /** Only servers of a group with this policy are weighed by it. */
  readonly policy?: GroupView['policy'];
  /** How aggregates call its multiplier, where hosts of theirs have another one. */
  readonly key: string;
}
