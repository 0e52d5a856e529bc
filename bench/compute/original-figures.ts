/**
 * What the original does in a second: Nova 26.2 as operators run it (nova-api under uWSGI with two processes, MariaDB; 8 connections), and for boots
 * all of it in one process with hosts that only pretend. Taken with `bench-nova` of shared/oracle on a machine of this size; 50,000 servers unless said.
 */
export const originalReads: Readonly<Record<string, OriginalRead>> = {
  'servers/detail, page of 1,000': { perSecond: 1.03, cpuMs: 1671 },
  'servers/detail, page of 50': { perSecond: 8.93, cpuMs: 169 },
  'servers, page of 1,000': { perSecond: 2.24, cpuMs: 735 },
  'servers/detail, window of 100 rows': { perSecond: 8.36, cpuMs: 197 },
  'servers/detail, window of all, page of 1,000': { perSecond: 1.37, cpuMs: 1387 },
  'servers/ID': { perSecond: 40.92, cpuMs: 31 }, // 10,000 servers
  'servers/ID/os-instance-actions': { perSecond: 65.17, cpuMs: 22 }, // 10,000 servers
  'os-migrations, page of 1,000': { perSecond: 9.05, cpuMs: 215 }, // 10,000 migrations
  'os-migrations, window of 100': { perSecond: 55.09, cpuMs: 35 }, // 10,000 migrations
};

export interface OriginalRead {
  readonly perSecond: number;
  /** Of all its processes for one answer, which depends far less than the rate on what else the machine does. */
  readonly cpuMs: number;
}

/** Boots with one connection on 1,000 hosts: with more connections it has fewer. */
export const originalBootsPerSecond = 0.57;
