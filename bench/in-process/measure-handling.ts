import type { ApiResponse } from '@berth/api-kit/response.ts';
import { wholeBody } from '@berth/api-kit/response.ts';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { loadConfig } from '@berth/berth/config/load-config.ts';
import { cloud } from '@berth/berth/cloud/cloud.ts';
import { openCloud } from '@berth/berth/opening/open-cloud.ts';
import { EventCounts } from '@berth/berth/metrics/event-counts.ts';
import { createLog } from '@berth/berth/log/log.ts';
import { filled, type RequestTemplate, requestHeaders } from '../load/request-template.ts';
import { Tally } from '../load/tally.ts';
import { type Row, row } from '../measuring/row.ts';
import type { Operation } from '../ops/operation.ts';
import { residentMb } from '../processes/usage.ts';
import type { Job } from './job.ts';
import { type Repeated, repeat, repeatInRounds } from './repeat.ts';
import { takeAll } from './take-all.ts';

/** The service as it is served, without the socket: from a request as a value to all bytes of the answer. */
export async function measureHandling({
  world,
  ledger,
  operations,
  seconds,
  connections,
}: Job): Promise<Row[]> {
  const { config } = loadConfig({
    args: ['--ledger', ledger, '--log-level', 'warn'],
    environment: {},
    readText: (path) => {
      throw new Error(`No settings are read from ${path} here.`);
    },
  });
  // What is measured goes to the standard output.
  const target = { write: (line: string) => void process.stderr.write(line), isTerminal: false };
  const opened = await openCloud(cloud, config, createLog(config, target), new EventCounts());
  const of = (operation: Operation) => ({ world, operation: operation.name, via: 'process' }) as const;
  const askers = operations.map((operation) => ({ operation, ...asker(opened.handle, operation) }));
  const works = askers.map(({ ask }) => ask);
  await repeatInRounds(works, Math.min(0.5, seconds));
  const alone = await repeatInRounds(works, seconds);
  const rows: Row[] = [];
  for (const [index, { operation, ask, failures }] of askers.entries()) {
    const { timings, perSecond } = alone[index] as Repeated;
    // Only a write waits for something, and only then does it matter how many are on their way.
    const loaded = operation.isWrite
      ? await repeat(ask, { seconds, inFlight: connections })
      : { timings: null, perSecond };
    const figures = {
      alone: timings,
      loaded: { ...loaded.timings, perSecond: loaded.perSecond * operation.claimsEach },
      peakMb: residentMb([process.pid]),
    };
    rows.push(row(of(operation), { ...figures, failed: failures.total, failures: failures.text }));
  }
  await opened.close();
  return rows;
}

/** The requests of an operation in turn, and what became of those that failed. */
function asker(
  handle: Handle,
  { templates }: Operation,
): { readonly ask: () => Promise<void>; readonly failures: Tally } {
  const failures = new Tally();
  let next = 0;
  const ask = async () => {
    const response = await handle(requestOf(filled(templates[next++ % templates.length] as RequestTemplate)));
    if (response.status >= 300) failures.add(`${response.status} ${textOf(response).slice(0, 200)}`);
    else takeAll(response.body);
  };
  return { ask, failures };
}

function requestOf({ method, path, body }: RequestTemplate): ApiRequest {
  const headers =
    body === undefined ? requestHeaders : { ...requestHeaders, 'content-type': 'application/json' };
  return {
    method,
    target: path,
    headers,
    body: Buffer.from(body ?? ''),
    origin: 'http://127.0.0.1',
    remoteAddress: '127.0.0.1',
  };
}

function textOf({ body }: ApiResponse): string {
  const whole = wholeBody(body);
  if (whole === null || typeof whole === 'string') return whole ?? '';
  return Buffer.concat(whole instanceof Uint8Array ? [whole] : whole).toString('utf8');
}
