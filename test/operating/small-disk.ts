import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeSync, openSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A real file system of a few megabytes, which can be filled. */
export interface SmallDisk {
  readonly path: string;
  /** Leaves no byte of room. */
  fill(): void;
  /** Gives back what `fill` took. */
  clear(): void;
}

/** Null where this user may not mount anything; then the test is skipped, and says so. */
export function smallDisk(test: TestContext, options = 'size=8m'): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'berth-disk-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], {
    encoding: 'utf8',
  });
  if (status !== 0) {
    rmdirSync(path);
    test.skip(`SKIPPED: no file system can be mounted here: ${stderr?.trim()}`);
    return null;
  }
  test.after(() => {
    // Detached, should a process that was not stopped still be there.
    spawnSync('umount', ['--lazy', path]);
    rmdirSync(path);
  });
  const filler = join(path, 'filler');
  return {
    path,
    fill: () => {
      const file = openSync(filler, 'a');
      try {
        for (const size of [65_536, 4_096, 1]) fillWith(file, Buffer.alloc(size, 'x'));
      } finally {
        closeSync(file);
      }
    },
    clear: () => rmSync(filler),
  };
}

function fillWith(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // Errors of the system have one.
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
  }
}
