import type { SchedulerView } from './scheduler-view.ts';

/** The zone that a host is in. The API lets it be in one only. */
export function zoneOf(view: SchedulerView, host: string, defaultZone: string): string {
  for (const { metadata } of view.aggregatesOf(host)) {
    const zone = metadata['availability_zone'];
    if (zone !== undefined) return zone;
  }
  return defaultZone;
}
