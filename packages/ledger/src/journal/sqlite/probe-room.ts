import { randomBytes } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';

/**
 * Writes some bytes to a file beside the ledger and takes them away again. Throws what the system says if it does not take
 * them, which tells a quota from a full disk. Not to the ledger, since that would hold up everybody on a slow disk.
 */
export async function probeRoom(path: string): Promise<void> {
  const probe = `${path}-probe`;
  const file = await open(probe, 'w', 0o600);
  try {
    // Gone at the end of the process, however it ends.
    await unlink(probe);
    // Random, since some file systems take no room for zeros. Enough for a few dozen writes.
    await file.writeFile(randomBytes(256 * 1024));
    await file.datasync();
  } finally {
    await file.close();
  }
}
