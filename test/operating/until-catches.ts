import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a process has a handler for each of these signals. */
export async function untilCatches(pid: number, signals: readonly NodeJS.Signals[]): Promise<void> {
  while (!catches(pid, signals)) await sleep(10);
}

function catches(pid: number, signals: readonly NodeJS.Signals[]): boolean {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const caught = BigInt(`0x${/^SigCgt:\s+([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
  return signals.every((signal) => (caught & (1n << BigInt(constants.signals[signal] - 1))) !== 0n);
}
