import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface SizeOnDisk {
  readonly bytes: number;
  /** Of the write-ahead log beside it. */
  readonly walBytes: number;
  readonly diskBytes: number;
  /** Of those, what this user may still fill. */
  readonly diskFreeBytes: number;
}

export function sizeOnDisk(path: string): SizeOnDisk {
  const { bsize, blocks, bavail } = statfsSync(dirname(path));
  return {
    bytes: fileBytes(path),
    walBytes: fileBytes(`${path}-wal`),
    diskBytes: bsize * blocks,
    diskFreeBytes: bsize * bavail,
  };
}

/** 0 where there is none. */
function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
