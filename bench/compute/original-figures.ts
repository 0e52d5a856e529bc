/**
 * What the original does in a second: Nova 26.2 as operators run it (nova-api under uWSGI with two processes, MariaDB; 8 connections), and for boots
 * all of it in one process with hosts that only pretend. Taken with `bench-nova` of shared/oracle on a machine of this size; 50,000 servers unless said.
 */
export const originalPerSecond: Readonly<Record<string, number>> = {
  'servers/detail, page of 1,000': 1.03,
  'servers/detail, page of 50': 8.93,
  'servers, page of 1,000': 2.24,
  'servers/detail, window of 100 rows': 8.36,
  'servers/detail, window of all, page of 1,000': 1.37,
  'servers/ID': 40.92, // 10,000 servers
  'servers/ID/os-instance-actions': 65.17, // 10,000 servers
  'os-migrations, page of 1,000': 9.05, // 10,000 migrations
  'os-migrations, window of 100': 55.09, // 10,000 migrations
};

/** Boots with one connection on 1,000 hosts: with more connections it has fewer. */
export const originalBootsPerSecond = 0.57;
