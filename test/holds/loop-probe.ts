import { createServer } from 'node:net';
import { PerformanceObserver } from 'node:perf_hooks';

/**
 * Loaded into a server by `--import`: while it is told to, it looks at every round of the event loop how much processor
 * time the round took on this thread. That is how long the loop was held, whatever else the machine had to do. Spoken to on
 * a port of its own: `begin`, and `end`, which answers with the longest round.
 */
const port = Number(process.env['HOLDS_PROBE_PORT']);
if (Number.isInteger(port) && port > 0) {
  const probe = createServer((socket) => {
    socket.on('data', (bytes) => {
      if (bytes.toString() === 'begin') begin();
      else end();
      socket.end(JSON.stringify(seen));
    });
    socket.on('error', () => {});
  });
  probe.listen(port, '127.0.0.1');
  probe.unref();
}

/** What one stretch of looking has found. */
export interface LoopSeen {
  /** Processor time of the longest round. */
  longestMs: number;
  /** The longest by the clock, with what the disk and other processes took. */
  longestClockMs: number;
  /** The longest pause of the garbage collector, by the clock; it is in the round's time, too. */
  longestPauseMs: number;
  rounds: number;
  /** Rounds of more than ten milliseconds. */
  long: number;
}

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) seen.longestPauseMs = Math.max(seen.longestPauseMs, duration);
}).observe({ entryTypes: ['gc'] });

let seen: LoopSeen = { longestMs: 0, longestClockMs: 0, longestPauseMs: 0, rounds: 0, long: 0 };
let isLooking = false;
let last = 0;
let lastClock = 0;

function begin(): void {
  seen = { longestMs: 0, longestClockMs: 0, longestPauseMs: 0, rounds: 0, long: 0 };
  if (isLooking) return;
  isLooking = true;
  setImmediate(() => {
    last = usedMs();
    lastClock = performance.now();
    look();
  });
}

function end(): void {
  isLooking = false;
}

/** An immediate that sets the next one: called once in each round, which then never waits. */
function look(): void {
  if (!isLooking) return;
  const now = usedMs();
  const heldMs = now - last;
  last = now;
  const clock = performance.now();
  if (clock - lastClock > seen.longestClockMs) seen.longestClockMs = clock - lastClock;
  lastClock = clock;
  seen.rounds++;
  if (heldMs > seen.longestMs) seen.longestMs = heldMs;
  if (heldMs > 10) seen.long++;
  setImmediate(look);
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
