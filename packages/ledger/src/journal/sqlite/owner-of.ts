import { readFileSync, statSync } from 'node:fs';

/**
 * The process that holds SQLite's lock on a file, as the kernel knows it; null where it does not tell (other
 * systems than Linux, another container's process). Unlike a pid file this cannot be out of date.
 */
export function ownerOf(path: string): number | null {
  try {
    const file = statSync(path, { bigint: true });
    return findOwner(readFileSync('/proc/locks', 'utf8'), lockName(file.dev, file.ino));
  } catch {
    return null; // only the wording of an error depends on it
  }
}

/** A line reads '1: POSIX  ADVISORY  WRITE 11841 fe:00:2147302 1073741824 1073742335'. */
export function findOwner(locks: string, name: string): number | null {
  for (const line of locks.split('\n')) {
    const [, kind, , , pid, file] = line.trim().split(/\s+/);
    if (kind === 'POSIX' && file === name && Number(pid) > 0) return Number(pid);
  }
  return null;
}

/** Major and minor device number in hexadecimal, and the inode: 'fe:00:2147302'. */
export function lockName(device: bigint, inode: bigint): string {
  const major = ((device >> 8n) & 0xfffn) | ((device >> 32n) & ~0xfffn);
  const minor = (device & 0xffn) | ((device >> 12n) & ~0xffn);
  return `${hex(major)}:${hex(minor)}:${inode}`;
}

function hex(number: bigint): string {
  return number.toString(16).padStart(2, '0');
}
