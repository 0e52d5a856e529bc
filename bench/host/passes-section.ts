import { machine } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import type { PassCount } from './count-requests.ts';
import { intervalMs, socketsPerTransport } from './fleet.ts';
import type { AnswerCosts } from './measure-answers.ts';
import type { PassesRow } from './measure-passes.ts';
import type { HostCounts } from './plan-of-hosts.ts';

/** What hosts have sent to one service in passes of each kind. */
export interface CountedHosts {
  readonly shape: string;
  readonly service: string;
  readonly hosts: number;
  readonly counts: readonly PassCount[];
}

export interface PassesReport extends HostCounts {
  readonly command: string;
  readonly minutes: number;
  /** Of the machine, before anything was measured: the mean of a minute. */
  readonly loadBefore: number;
  readonly counted: readonly CountedHosts[];
  readonly rows: readonly PassesRow[];
  readonly answers: readonly AnswerCosts[];
}

const title = '## Periodic passes';

export function passesSection(report: PassesReport): string {
  const { command, hosts, consumersPerHost, minutes, loadBefore } = report;
  return `${title}

What hosts on which nothing changes ask of Placement; the last run of \`${command}\`.

- Date: ${new Date().toISOString().slice(0, 10)}. Machine: ${machine()}. When it began the load of the machine was ${loadBefore.toFixed(1)}:
  what other programs had meanwhile stands in the table, and whatever waits for a core is slower for it.
- Berth is one process with one worker on SQLite, with a line in its log for each request. ${hosts.toLocaleString('en')} hosts with ${consumersPerHost} consumers each
  are simulated by one process on the same machine: a resource tracker and a report client of its own for each, a pass every ${intervalMs / 1_000} s,
  at even distances, for ${minutes} min. 500 of them share ${socketsPerTransport} connections; hosts that open one for each pass cost the server more.
- "Each reads": in every pass the host reads what Placement has of it. By itself ("as usual") it does so when the last time was more
  than five minutes ago, here in every sixth pass; in the others it sends nothing.
- "Whole tree" is Berth's call, with and without the tag of the last answer (\`If-None-Match\`); "provider by provider" are the calls that every
  Placement has, sent to Berth.

Requests of one host in a pass (and how many of them write):

${requestsTable(report.counted)}

Nova's resource tracker, by what was observed of it, asks in each pass for the consumers of the root and then for each of them: ${1 + consumersPerHost} requests
with ${consumersPerHost} consumers, whether or not anything has changed.

${loadTable(report.rows)}

At so few requests a second most of what a request takes is what any request takes. Asked without a pause, four at a time, one answer takes
the server's processor:

${answersTable(report.answers)}
`;
}

function requestsTable(counted: readonly CountedHosts[]): string {
  const names = counted[0]?.counts.map(({ pass }) => pass) ?? [];
  return markdownTable(
    ['shape, service', 'hosts', ...names],
    counted.map(({ shape, service, hosts, counts }) => [
      `${shape}, ${service}`,
      `${hosts}`,
      ...counts.map(({ requests, writes }) => `${requests / hosts} (${writes / hosts})`),
    ]),
  );
}

function loadTable(rows: readonly PassesRow[]): string {
  return markdownTable(
    [
      'shape, how it reads, passes',
      'passes/s',
      'requests a pass',
      'of them 304',
      'writes',
      'failed',
      'cores of the server',
      'µs a request',
      'p50 ms',
      'p99 ms',
      'MB',
      'cores of the load',
      'of others',
    ],
    rows.map((row) => [
      `${row.shape}, ${row.way}, ${row.passes}`,
      row.perSecond.toFixed(0),
      row.requestsPerPass.toFixed(2),
      `${(100 * row.unchangedShare).toFixed(0)} %`,
      `${row.writes}`,
      `${row.failed}`,
      row.serverCores.toFixed(3),
      row.serverUsPerRequest.toFixed(0),
      row.p50Ms.toFixed(2),
      row.p99Ms.toFixed(1),
      row.residentMb.toFixed(0),
      row.loadCores.toFixed(2),
      row.othersCores.toFixed(2),
    ]),
  );
}

function answersTable(answers: readonly AnswerCosts[]): string {
  return markdownTable(
    ['shape', 'the whole tree, µs', '304, µs'],
    answers.map(({ shape, wholeUs, unchangedUs }) => [shape, wholeUs.toFixed(0), unchangedUs.toFixed(0)]),
  );
}
