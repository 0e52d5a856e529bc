/** The comparison compared: a server with planted faults must be found out. */
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { differential } from './differential.ts';
import { ask, type Answer, type Peer, type Request, succeeded } from './exchange.ts';
import { hasOracle, startOracle } from './oracle.ts';
import type { Report } from './report.ts';

/** What a faulty server makes of the right server's answer. */
type Fault = (request: Request, send: (request: Request) => Promise<Answer>) => Promise<Answer>;

const skip = hasOracle() ? false : 'the original Placement is not installed';
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

async function reportOf(fault: Fault, reads: number, steps: number): Promise<Report> {
  const right = await startOracle(0);
  const faulty = await serve(right.peer, fault);
  try {
    const worlds = [{ seed: 'planted', number: 1, reads: numbers(reads), steps: numbers(steps) }];
    const source = { kind: 'url', url: faulty.url } as const;
    const { report, problems } = await differential(
      { worlds, source, jobs: 1, secondsMax: 60 },
      () => undefined,
    );
    assert.deepEqual(problems, []);
    return report;
  } finally {
    await faulty.stop();
    await right.stop();
  }
}

/** A server that passes everything on to another, as the fault says. */
async function serve(peer: Peer, fault: Fault): Promise<{ url: string; stop(): Promise<void> }> {
  const answerTo = async (incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { host: _, 'content-length': length, connection: _connection, ...headers } = incoming.headers;
    const request: Request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: headers as Record<string, string>,
      ...(length === undefined ? {} : { body: Buffer.concat(chunks).toString() }),
    };
    const answer = await fault(request, (changed) => peer.send(changed));
    const { 'content-length': _length, connection: _kept, ...answered } = answer.headers;
    outgoing.writeHead(answer.status, answered).end(answer.text);
  };
  const server = http.createServer((incoming, outgoing) => {
    answerTo(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

test('a server that does as the original does has no unexplained difference', { skip }, async () => {
  const report = await reportOf((request, send) => send(request), 60, 20);
  assert.equal(report.unexplained, 0, report.summary());
  assert.deepEqual([report.worlds, report.reads + report.writes], [1, 80]);
});

test('a missing candidate, another text and a hidden side effect are found', { skip }, async () => {
  const report = await reportOf(
    async (request, send) => {
      const answer = await send(request);
      if (request.path.startsWith('/allocation_candidates') && answer.status === 200)
        return withoutOne(answer);
      if (request.path === '/reshaper' && succeeded(answer))
        await send(ask('PUT', '/traits/CUSTOM_STRAY', 39));
      return answer.status === 400 ? { ...answer, text: answer.text.replace('Invalid', 'Bad') } : answer;
    },
    60,
    20,
  );
  const found = report.summary();
  assert.match(found, /GET \/allocation_candidates \| body\.allocation_requests\[\]/);
  assert.match(found, /body\.errors\.#\.detail/);
  assert.match(found, /GET \/traits \| body\.traits\[\] \| nothing more ≠ # more/);
  // The stray trait shows when the steps are over; the report names the write that made it.
  assert.match(found, /made by POST \/reshaper[^]*?CUSTOM_STRAY/);
});

function withoutOne(answer: Answer): Answer {
  const body = JSON.parse(answer.text) as { allocation_requests: unknown[] };
  return {
    ...answer,
    text: JSON.stringify({ ...body, allocation_requests: body.allocation_requests.slice(1) }),
  };
}
