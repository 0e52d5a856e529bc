import { claimCycle } from '../load/claim-cycle.ts';
import { generate } from '../load/generator.ts';
import type { Load, LoadOptions } from '../load/load.ts';
import type { RequestTemplate } from '../load/request-template.ts';
import type { Operation } from '../ops/operation.ts';
import { cpuMs, forgetPeak, peakMb } from '../processes/usage.ts';
import { withDisturbance } from './disturbance.ts';
import { type Look, look } from './look.ts';
import { type Row, row, type Via } from './row.ts';
import type { Settings } from './settings.ts';

export interface Server {
  readonly url: string;
  readonly pids: readonly number[];
}

/** For a server that has just started: V8 compiles what all questions have in common, which takes it longest. */
export async function warmUp(server: Server, operation: Operation, settings: Settings): Promise<void> {
  const { seconds, connections } = settings;
  for (const clients of [connections, 1])
    await load(server, operation, { connections: clients, seconds: 2 * seconds });
}

/** Looks at the answers, warms up, and measures with one client and with many. */
export async function overHttp(
  server: Server,
  world: string,
  operation: Operation,
  { seconds, connections }: Settings,
  via: Via = 'http',
): Promise<Row> {
  const of = { world, operation: operation.name, via };
  forgetPeak(server.pids);
  const seen = await look(server.url, operation, { seconds, samplesMin: 3 });
  const looked = {
    items: seen.items,
    bytes: operation.counts === null ? null : seen.meanBytes,
    firstByteMs: seen.firstByteMs,
    failed: seen.failed,
    failures: seen.failures,
  };
  if (!operation.isLoaded) return row(of, { ...looked, alone: seen.timings, peakMb: peakMb(server.pids) });

  // V8 goes on compiling for some seconds of load, in pauses of a few milliseconds.
  const warm = await load(server, operation, { connections, seconds: seconds * 2 });
  const untilEnough = Math.min(enoughAnswers / warm.perSecond, longestTimes * seconds);
  const options = { connections, seconds: Math.max(seconds, untilEnough) };
  const alone = await load(server, operation, { ...options, connections: 1 });
  const before = cpuMs(server.pids);
  const { result: loaded, others } = await withDisturbance(server.pids, () =>
    load(server, operation, options),
  );
  const after = cpuMs(server.pids);
  const requests = loaded.timings?.count ?? 0;
  return row(of, {
    ...looked,
    alone: alone.timings,
    loaded: { ...loaded.timings, perSecond: loaded.perSecond * operation.claimsEach },
    cpuMs: before === null || after === null || requests === 0 ? null : (after - before) / requests,
    peakMb: peakMb(server.pids),
    failed: looked.failed + alone.failed + loaded.failed,
    failures: [
      looked.failures,
      alone.failures,
      loaded.failures,
      oddSize(operation, seen, loaded, connections),
    ]
      .filter((failure) => failure !== '')
      .join('; '),
    others,
  });
}

/** The slowest hundredth must be more than the first answer of each client, which comes while its connection is warming up. */
const enoughAnswers = 2500;
/** Of the time that was asked for. */
const longestTimes = 5;

function load(server: Server, operation: Operation, options: LoadOptions): Promise<Load> {
  if (operation.kind === 'requests') return generate(server.url, operation.templates, options);
  return claimCycle(server.url, operation.templates[0] as RequestTemplate, options); // It has exactly one.
}

/** Heads are some 300 bytes; frames and variants that were not looked at make the rest. */
const headBytesMax = 1000;
const tolerance = 0.1;

/** Under load nobody looks into the answers; but they must be as large as those that were looked at. */
function oddSize(
  { counts }: Operation,
  { meanBytes: seen }: Look,
  { meanBytes, timings }: Load,
  clients: number,
): string {
  if (counts === null || seen === null || meanBytes === null || timings === null) return '';
  // When the time is over, each client may have had a part of another answer.
  const most = seen * (1 + tolerance + clients / timings.count) + headBytesMax;
  const isOdd = meanBytes < seen * (1 - tolerance) || meanBytes > most;
  return isOdd ? `answers under load have ${Math.round(meanBytes)} bytes, not ${Math.round(seen)}` : '';
}
