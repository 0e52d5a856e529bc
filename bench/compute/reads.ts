import { generate } from '../load/generator.ts';
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
  /** Of the service. */
  readonly threads: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  /** Processor time of the service for one answer. */
  readonly cpuMs: number;
  readonly kilobytes: number;
}

export async function measureRead(
  server: { readonly url: string; readonly pid: number; readonly threads: number },
  things: number,
  { name, path }: Read,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<ReadRow> {
  const load = (seconds: number) =>
    generate(server.url, [{ method: 'GET', path }], { connections, seconds, headers: computeHeaders });
  // Until what is run again and again is compiled for that.
  await load(Math.max(1, seconds));
  const cpuBefore = processorTimeNs(server.pid);
  const { timings, perSecond, failed, failures, meanBytes } = await load(seconds);
  const cpuNs = processorTimeNs(server.pid) - cpuBefore;
  if (timings === null || failed > 0) throw new Error(`${path}: ${failures}`);
  return {
    things,
    name,
    connections,
    threads: server.threads,
    perSecond,
    p50Ms: timings.p50Ms,
    cpuMs: cpuNs / timings.count / 1e6,
    kilobytes: (meanBytes ?? Number.NaN) / 1_000,
  };
}
