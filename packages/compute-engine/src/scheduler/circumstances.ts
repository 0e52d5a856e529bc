import type { ConsumerId } from '@berth/engine/ids.ts';
import type { ComputeNode } from '../hosts/compute-node.ts';
import type { Asked } from './asking/ask.ts';
import type { Wishes } from './asking/wishes.ts';
import { type GroupSpread, groupSpreadOf } from './group-spread.ts';
import type { PlaceRequest } from './place-request.ts';
import type { SchedulerView } from './scheduler-view.ts';
import type { SchedulerSettings } from './settings.ts';

/** What filters and weighers go by, apart from the host that they look at. */
export interface Circumstances {
  readonly view: SchedulerView;
  readonly request: PlaceRequest;
  readonly wishes: Wishes;
  /** The nodes that were asked for by name; null: any will do. */
  readonly targets: readonly ComputeNode[] | null;
  readonly settings: SchedulerSettings;
  readonly group: GroupSpread | null;
  /** How many servers were placed on a host in this call. */
  readonly placedCounts: Map<string, number>;
}

export function circumstancesOf(
  view: SchedulerView,
  request: PlaceRequest,
  servers: readonly ConsumerId[],
  { wishes, targets }: Asked,
  settings: SchedulerSettings,
): Circumstances {
  const group = groupSpreadOf(view, request.hints, servers);
  return { view, request, wishes, targets, settings, group, placedCounts: new Map() };
}
