import type { AggregateId } from '@berth/engine/ids.ts';
import type { SchedulerView } from '../scheduler-view.ts';

/** Those with an entry of metadata like this. */
export function aggregatesWhere(
  view: SchedulerView,
  isMeant: (key: string, value: string) => boolean,
): AggregateId[] {
  const ids: AggregateId[] = [];
  for (const { id, metadata } of view.aggregates()) {
    if (Object.keys(metadata).some((key) => isMeant(key, metadata[key] as string))) ids.push(id);
  }
  return ids;
}
