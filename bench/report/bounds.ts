import type { Timings } from '../load/timings.ts';
import type { Via } from '../measuring/row.ts';
import { deviceGroupCounts, nameOf as deviceOperation } from '../ops/device-operations.ts';
import { millionName } from '../ops/operations-of.ts';
import type { Roles } from '../worlds/suite.ts';
import { type Bound, notMeasured } from './bound.ts';
import { figure, times } from './figures.ts';
import type { Measurements } from './measurements.ts';

/** What Berth is to reach, beside what it reached. */
export function bounds(measurements: Measurements, roles: Roles): Bound[] {
  return [
    ...againstBareHttp(measurements, roles),
    ...againstOriginal(measurements, roles),
    tail(measurements),
    ...devices(measurements, roles),
    ...growth(measurements, roles),
    ...loading(measurements, roles),
    ...claims(measurements, roles),
  ];
}

function againstBareHttp(measurements: Measurements, { middle }: Roles): Bound[] {
  const bound = (limit: number, share: number): Bound => {
    const row = measurements.row(middle, `ac-simple-limit${limit}`);
    const what = `${middle}, limit=${limit}: answers a second, of those of bare node:http with that body`;
    return atLeast(what, share, row?.loaded?.perSecond, row?.bare?.perSecond);
  };
  return [bound(10, 1 / 4), bound(1000, 1 / 5)];
}

function againstOriginal(measurements: Measurements, { middle, nested }: Roles): Bound[] {
  const bound = (world: string, operation: string, required: number): Bound => {
    const row = measurements.row(world, operation);
    const what = `${world}, ${operation}: times the rate of the original`;
    return atLeast(what, required, row?.loaded?.perSecond, row?.original?.perSecond);
  };
  return [
    bound(middle, 'ac-simple-limit10', 10_000),
    bound(middle, 'ac-simple-limit1000', 1000),
    bound(middle, 'ac-simple-nolimit', 50),
    bound(nested, 'ac-granular-subtree-limit10', 3000),
    bound(middle, 'claim-cycle-limit10', 3000),
  ];
}

/** Too few answers have no hundredth. */
const enoughAnswers = 200;

/** Over HTTP, with one client and with many. */
function tail(measurements: Measurements): Bound {
  const what = 'everywhere: p99, of the median';
  const tails = measurements.rows
    .filter(({ via }) => via.startsWith('http'))
    .flatMap(({ world, operation, alone, loaded }) => [
      { name: `${world} ${operation}, 1 client`, ...alone },
      { name: `${world} ${operation}, 16 clients`, ...loaded },
    ])
    .filter((each): each is { name: string } & Timings => (each.count ?? 0) >= enoughAnswers)
    .map(({ name, p50Ms, p99Ms }) => ({ name, ratio: p99Ms / p50Ms }))
    .sort((left, right) => right.ratio - left.ratio);
  const [worst] = tails;
  if (!worst) return notMeasured(what, '≤ 5×');
  const beyond = tails.filter(({ ratio }) => ratio > 5).length;
  const measured = `${times(worst.ratio)} at worst (${worst.name}); more than 5× in ${beyond} of ${tails.length}${bareTails(measurements)}`;
  return { what, required: '≤ 5×', measured, holds: beyond === 0 };
}

/** What of it is the machine's: the tails of a server that does nothing. */
function bareTails({ rows }: Measurements): string {
  const ratios = rows
    .flatMap(({ bare }) => [bare?.alone, bare?.loaded])
    .filter((each) => each !== null && each !== undefined)
    .map(({ p50Ms, p99Ms }) => p99Ms / p50Ms);
  if (ratios.length === 0) return '';
  return `; bare node:http in the same run ${times(Math.min(...ratios))} to ${times(Math.max(...ratios))}`;
}

function devices(measurements: Measurements, { devices: world }: Roles): Bound[] {
  const p50Ms = (operation: string, via: Via) => measurements.p50Ms(world, operation, via);
  const worstOf = (ratio: (groups: number) => number | undefined) => {
    const ratios = deviceGroupCounts.map(ratio).filter((each) => each !== undefined);
    return ratios.length === deviceGroupCounts.length ? Math.max(...ratios) : undefined;
  };
  const first = (via: Via) =>
    worstOf((groups) => over(p50Ms(deviceOperation(groups, 'limit1'), via), p50Ms('ac-flat-limit1', via)));
  const thousand = worstOf((groups) => {
    const operation = deviceOperation(groups, 'limit1000');
    return over(p50Ms(operation, 'search, encoding'), p50Ms(operation, 'encoding'));
  });
  const eight = over(
    p50Ms(deviceOperation(8, 'limit1000'), 'process'),
    p50Ms(deviceOperation(4, 'limit1000'), 'process'),
  );
  const firstOf = `${world}, 1 to 8 groups: the first candidate, of a query without devices`;
  return [
    atMost(`${firstOf}, in one process`, 3, first('process')),
    atMost(`${firstOf}, over HTTP`, 3, first('http')),
    atMost(`${world}, 1 to 8 groups: 1,000 candidates, of encoding them`, 3, thousand),
    atMost(`${world}: 8 groups, of 4 groups (limit=1000)`, 3, eight),
    ...memory(measurements, world),
    cap(measurements, world),
  ];
}

function memory(measurements: Measurements, world: string): Bound[] {
  const growth = measurements.world(world)?.growth ?? null;
  const bound = (what: string, megabytes: number | undefined): Bound => {
    if (megabytes === undefined) return notMeasured(what, '< 50 MB');
    return { what, required: '< 50 MB', measured: `${figure(megabytes)} MB`, holds: megabytes < 50 };
  };
  const added = 'memory they add to that of queries without devices';
  return [
    bound(`${world}, 1 to 8 groups, with a limit: ${added}`, growth?.withLimit),
    bound(`${world}, 1 to 8 groups, without a limit, too: ${added}`, growth?.withoutLimit),
  ];
}

const candidatesMax = 100_000;

function cap(measurements: Measurements, world: string): Bound {
  const what = `${world}, 8 groups, no limit: candidates, up to the cap`;
  const row = measurements.row(world, deviceOperation(8, 'nolimit'));
  const required = figure(candidatesMax);
  if (row === undefined || row.items.length === 0) return notMeasured(what, required);
  const measured = `${Math.min(...row.items).toLocaleString('en')}, the first byte after ${figure(row.firstByteMs)} ms, all after ${figure(row.alone?.p50Ms)} ms`;
  return {
    what,
    required,
    measured,
    holds: row.items.every((count) => count === candidatesMax) && row.failed === 0,
  };
}

function growth(measurements: Measurements, { small, large }: Roles): Bound[] {
  const bound = (operation: string, required: number, via: Via): Bound => {
    const ratio = over(measurements.p50Ms(large, operation, via), measurements.p50Ms(small, operation, via));
    const where = via === 'process' ? 'in one process' : 'over HTTP';
    return atMost(`${operation}, ${where}: ${large}, of ${small}`, required, ratio);
  };
  return [
    bound('ac-simple-limit10', 3, 'process'),
    bound('ac-simple-limit10', 3, 'http'),
    bound('ac-no-result', 10, 'process'),
    bound('ac-no-traits', 10, 'process'),
    bound('ac-no-room', 10, 'process'),
  ];
}

function loading(measurements: Measurements, { large }: Roles): Bound[] {
  const result = measurements.world(large);
  const from = `${large}, ${figure(result?.counts.allocations)} allocations`;
  const start: Bound = result
    ? {
        what: `${from}: from the ledger to the first answer`,
        required: '≤ 10 s',
        measured: `${figure(result.startMs / 1000)} s`,
        holds: result.startMs <= 10_000,
      }
    : notMeasured(`${large}: from the ledger to the first answer`, '≤ 10 s');
  const what = `${result ? from : large}: memory`;
  const peaks = (result?.rows ?? []).filter(({ via }) => via === 'http').map(({ peakMb }) => peakMb ?? 0);
  const peak = Math.max(result?.startMb ?? 0, ...peaks);
  if (peak === 0) return [start, notMeasured(what, '≤ 1,500 MB')];
  const measured = `${figure(result?.startMb)} MB loaded, ${figure(peak)} MB at most under load`;
  return [start, { what, required: '≤ 1,500 MB', measured, holds: peak <= 1500 }];
}

function claims(measurements: Measurements, { middle, million }: Roles): Bound[] {
  const batched = measurements.row(middle, 'alloc-post-100')?.loaded?.perSecond;
  const bare = measurements.world(middle)?.bareSqlitePerSecond;
  const what = `${million}: seconds for a million claims, 100 in a request (an aim)`;
  const perSecond = measurements.row(million, millionName)?.loaded?.perSecond;
  const seconds = over(1e6, perSecond);
  return [
    atLeast(
      `${middle}, 100 claims in a request: durable claims a second, of bare SQLite in groups of 128`,
      1 / 10,
      batched,
      bare,
    ),
    seconds === undefined
      ? notMeasured(what, '≤ 60 s')
      : {
          what,
          required: '≤ 60 s',
          measured: `${figure(seconds)} s (${figure(perSecond)} claims/s)`,
          holds: seconds <= 60,
        },
  ];
}

function over(dividend: number | undefined, divisor: number | null | undefined): number | undefined {
  return dividend === undefined || divisor === undefined || divisor === null || divisor === 0
    ? undefined
    : dividend / divisor;
}

function atLeast(
  what: string,
  required: number,
  one: number | undefined,
  other: number | null | undefined,
): Bound {
  const ratio = over(one, other);
  if (ratio === undefined) return notMeasured(what, `≥ ${times(required)}`);
  const measured = `${times(ratio)} (${figure(one)}/s and ${figure(other)}/s)`;
  return { what, required: `≥ ${times(required)}`, measured, holds: ratio >= required };
}

function atMost(what: string, required: number, ratio: number | undefined): Bound {
  if (ratio === undefined) return notMeasured(what, `≤ ${times(required)}`);
  return { what, required: `≤ ${times(required)}`, measured: times(ratio), holds: ratio <= required };
}
