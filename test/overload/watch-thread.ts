import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Target } from './connect-to.ts';
import { giveUpMs, probe } from './probe.ts';
import type { Seen } from './watch.ts';

/** One probe after the other, each on a connection of its own: a server that is well answers in a millisecond. */
const { pid, target } = workerData as { readonly pid: number; readonly target: Target };
const pauseMs = 20;

const before = residentMb();
let highest = before;
let refused = 0;
const times: number[] = [];

const over = new AbortController();
parentPort?.once('message', () => over.abort());
while (!over.signal.aborted) {
  highest = Math.max(highest, residentMb());
  const ms = await probe(target);
  if (ms === null) refused++;
  else times.push(ms);
  await sleep(pauseMs);
}
highest = Math.max(highest, residentMb());
times.sort((one, other) => one - other);
const seen: Seen = {
  growthMb: Math.round(highest - before),
  slowestMs: Math.round(times.at(-1) ?? giveUpMs),
  medianMs: Math.round((times[times.length >> 1] ?? giveUpMs) * 10) / 10,
  probes: times.length,
  refused,
};
parentPort?.postMessage(seen);

function residentMb(): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    // The process has ended: that is for the attack to notice.
    return 0;
  }
}
