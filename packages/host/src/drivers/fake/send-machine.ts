import { setTimeout as pause } from 'node:timers/promises';
import type { MachineFlavor, Transfer } from '@berth/client/compute/records.ts';
import type { LiveMoveControl } from '../../guests.ts';

const parts = 20;

/**
 * Sends a machine that is made up while it runs: memory, and disks if they go, too, piece by piece, for as long as it is to take. Somebody may want it to be over at once,
 * or not to be sent after all, in which case it throws.
 */
export async function sendMachine(
  flavor: MachineFlavor,
  sendsDisks: boolean,
  {
    durationMs,
    control,
    closing,
  }: { readonly durationMs: number; readonly control: LiveMoveControl; readonly closing: AbortSignal },
): Promise<void> {
  const { unwanted, forced } = control;
  const memory = flavor.memoryMb * 2 ** 20;
  const disk = sendsDisks ? (flavor.rootGb + flavor.ephemeralGb) * 2 ** 30 : 0;
  const partsToSend = durationMs > 0 ? parts : 0;
  for (let part = 0; part < partsToSend && !forced.aborted; part++) {
    control.tell({ memory: transferred(memory, part / parts), disk: transferred(disk, part / parts) });
    await waited(durationMs / parts, AbortSignal.any([unwanted, forced, closing]));
    closing.throwIfAborted();
    if (unwanted.aborted) break;
  }
  if (unwanted.aborted) throw new Error('The machine is not to be sent any more.');
}

function transferred(total: number, fraction: number): Transfer {
  const processed = Math.round(total * fraction);
  return { total, processed, remaining: total - processed };
}

/** Or until somebody says something. */
async function waited(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
