import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Seen } from './watch.ts';

/** One probe after the other, each on a connection of its own: a server that is well answers in a millisecond. */
const { pid, port } = workerData as { readonly pid: number; readonly port: number };
const giveUpMs = 60_000;
const pauseMs = 20;

const before = residentMb();
let highest = before;
let refused = 0;
const times: number[] = [];

const over = new AbortController();
parentPort?.once('message', () => over.abort());
while (!over.signal.aborted) {
  highest = Math.max(highest, residentMb());
  const ms = await probe();
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

/** Milliseconds; null when there was no answer. */
function probe(): Promise<number | null> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nhost: probe\r\nconnection: close\r\n\r\n'),
    );
    let isAnswered = false;
    socket.setTimeout(giveUpMs, () => socket.destroy());
    socket.once('data', (chunk: Buffer) => {
      isAnswered = chunk.toString('latin1').startsWith('HTTP/1.1 200');
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(isAnswered ? performance.now() - startedAt : null));
  });
}
