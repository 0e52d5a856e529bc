import type { FileHandle } from 'node:fs/promises';

/** How large the disk is that a machine would see; null where that cannot be told from the content. */
export async function virtualSize(
  file: FileHandle,
  diskFormat: string | null,
  sizeBytes: number,
): Promise<number | null> {
  if (sizeBytes === 0) return null;
  if (diskFormat === 'raw') return sizeBytes;
  if (diskFormat !== 'qcow2' || sizeBytes < qcowHeadBytes) return null;
  const head = Buffer.alloc(qcowHeadBytes);
  await file.read(head, 0, qcowHeadBytes, 0);
  if (head.toString('latin1', 0, 4) !== 'QFI\u00fb') return null;
  const size = head.readBigUInt64BE(24);
  return size <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(size) : null;
}

/** Magic, version, place and length of the backing file's name, bits of a cluster, and then the size. */
const qcowHeadBytes = 32;
