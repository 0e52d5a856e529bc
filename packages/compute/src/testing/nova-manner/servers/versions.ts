import { Microversions } from '@berth/api-kit/microversions.ts';

/** Some of Nova's versions: those at which something changes here, and those before. */
export const history = [
  ['2.1', 'The first'],
  ['2.8', 'As before'],
  ['2.9', 'Servers tell whether they are locked'],
  ['2.16', 'As before'],
  ['2.17', 'The action trigger_crash_dump'],
  ['2.46', 'As before'],
  ['2.47', 'Servers have their flavor in them'],
  ['2.72', 'As before'],
  ['2.73', 'Locks have reasons'],
] as const;

export type Version = (typeof history)[number][0];

export const versions = new Microversions('compute', history);
