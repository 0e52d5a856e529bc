import { readdirSync, readFileSync } from 'node:fs';

/** What all processes of a group hold in memory; 0 where the system does not tell it this way (it is Linux that does). */
export function groupMegabytes(group: number): number {
  if (process.platform !== 'linux') return 0;
  let kilobytes = 0;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      // Behind the name, which may have anything in it: state, parent, group.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      if (Number(fields[2]) !== group) continue;
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      kilobytes += Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    } catch {
      // It has ended meanwhile.
    }
  }
  return kilobytes / 1024;
}
