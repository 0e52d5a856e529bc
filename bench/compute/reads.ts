import { Connection } from '../load/connection.ts';
import { timingsOf } from '../load/timings.ts';
import { processorTimeNs } from '../comparing/processor-time.ts';
import { computeHeaders } from './compute-headers.ts';
import { begin, idOf } from './server-changes.ts';

/** A read of servers that the original was measured with, too. */
export interface Read {
  readonly name: string;
  readonly path: string;
}

export function readsOf(servers: number): readonly Read[] {
  const at = (number: number) => encodeURIComponent(new Date(begin + number * 1_000 + 30_000).toISOString());
  const middle = Math.floor(servers / 2);
  const window = `changes-since=${at(middle)}&changes-before=${at(middle + 99)}`;
  const detail = '/compute/v2.1/servers/detail?all_tenants=1';
  return [
    { name: 'servers/detail, page of 1,000', path: `${detail}&limit=1000` },
    { name: 'servers/detail, page of 50', path: `${detail}&limit=50` },
    { name: 'servers, page of 1,000', path: '/compute/v2.1/servers?all_tenants=1&limit=1000' },
    { name: 'servers/detail, window of 100 rows', path: `${detail}&${window}` },
    {
      name: 'servers/detail, window of all, page of 1,000',
      path: `${detail}&changes-since=${at(0)}&changes-before=${at(servers)}`,
    },
    { name: 'servers/ID', path: `/compute/v2.1/servers/${idOf(middle - (middle % 10))}` },
    {
      name: 'servers/ID/os-instance-actions',
      path: `/compute/v2.1/servers/${idOf(middle - (middle % 10))}/os-instance-actions`,
    },
  ];
}

export interface ReadRow {
  /** How many servers, or whatever is read, the ledger has. */
  readonly things: number;
  readonly name: string;
  readonly connections: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  /** Processor time of the service for one answer. */
  readonly cpuMs: number;
  readonly kilobytes: number;
}

export async function measureRead(
  server: { readonly url: string; readonly pid: number },
  things: number,
  { name, path }: Read,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<ReadRow> {
  const durationsMs: number[] = [];
  let bytes = 0;
  const load = async (untilMs: number, isCounted: boolean) => {
    const connection = new Connection(server.url, computeHeaders);
    while (performance.now() < untilMs) {
      const { status, body, ms } = await connection.request({ method: 'GET', path });
      if (status !== 200) throw new Error(`${path}: ${status} ${body.toString('utf8', 0, 200)}`);
      if (!isCounted) continue;
      durationsMs.push(ms);
      bytes = body.length;
    }
    connection.close();
  };
  await load(performance.now() + 500, false);
  const [startedAt, cpuBefore] = [performance.now(), processorTimeNs(server.pid)];
  const untilMs = startedAt + seconds * 1_000;
  await Promise.all(Array.from({ length: connections }, () => load(untilMs, true)));
  const tookMs = performance.now() - startedAt;
  return {
    things,
    name,
    connections,
    perSecond: (1_000 * durationsMs.length) / tookMs,
    p50Ms: timingsOf(durationsMs)?.p50Ms ?? Number.NaN,
    cpuMs: (processorTimeNs(server.pid) - cpuBefore) / durationsMs.length / 1e6,
    kilobytes: bytes / 1_000,
  };
}
