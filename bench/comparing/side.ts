import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { claimOne } from '../load/claim-cycle.ts';
import { Connection } from '../load/connection.ts';
import { filled, type RequestTemplate } from '../load/request-template.ts';
import type { Operation } from '../ops/operation.ts';
import { start } from '../processes/running.ts';
import { processorTimeNs } from './processor-time.ts';
import { untilQuiet } from './until-quiet.ts';

/** One of two checkouts, serving a world. */
export interface Side {
  /** Sends the requests in turn, or goes through cycles, so many of them on four connections; says what of the processor each took, in microseconds. */
  measure(operation: Operation, count: number): Promise<number>;
  /** Whether it knows such requests: an older one may not. */
  serves(template: RequestTemplate): Promise<boolean>;
  stop(): Promise<void>;
}

/** Serves an export, in a ledger that the checkout makes of it: so each has one of its own layout. */
export async function startSide(checkout: string, exported: string, work: string): Promise<Side> {
  const berth = join(checkout, 'bin/berth');
  const ledger = join(work, 'berth.db');
  await promisify(execFile)(berth, ['import', exported, '--ledger', ledger]);
  const port = await freePort();
  const running = start(berth, ['serve', '--port', `${port}`, '--ledger', ledger, '--log-level', 'warn'], {
    logFile: join(work, 'berth.log'),
  });
  const url = `http://127.0.0.1:${port}`;
  await running.untilUp(() => fetch(url).then(isOk, () => false));
  await untilQuiet(() => processorTimeNs(running.pid));
  const connections = Array.from({ length: connectionCount }, () => new Connection(url));
  let next = 0;
  return {
    measure: async ({ kind, templates }, count) => {
      const before = processorTimeNs(running.pid);
      let left = count;
      const client = async (connection: Connection) => {
        while (left-- > 0) {
          const template = templates[next++ % templates.length] as RequestTemplate;
          if (kind === 'claim-cycle') await claimOne(connection, template);
          else await send(connection, template);
        }
      };
      await Promise.all(connections.map(client));
      return (processorTimeNs(running.pid) - before) / count / 1_000;
    },
    serves: async (template) =>
      (await (connections[0] as Connection).request(filled(template))).status !== 404,
    stop: async () => {
      for (const connection of connections) connection.close();
      await running.stop();
    },
  };
}

const connectionCount = 4;

async function send(connection: Connection, template: RequestTemplate): Promise<void> {
  const { status, body } = await connection.request(filled(template));
  if (status >= 300) throw new Error(`${status} ${body.toString('utf8', 0, 200)}`);
}

function isOk({ ok }: Response): boolean {
  return ok;
}
