import { connect } from 'node:net';
import { request as httpRequest } from 'node:http';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { type BerthProcess, startBerth } from '../malformed/berth-process.ts';
import type { HostileRequest } from './hostile/hostile-request.ts';
import type { LoopSeen } from './loop-probe.ts';

export interface Held extends LoopSeen {
  readonly statuses: string;
  readonly bytes: number;
  readonly tookMs: number;
}

/** A server whose event loop is looked at from inside. */
export class ProbedServer {
  readonly berth: BerthProcess;
  readonly #probePort: number;

  constructor(berth: BerthProcess, probePort: number) {
    this.berth = berth;
    this.#probePort = probePort;
  }

  static async start(ledger: string, args: readonly string[], command?: string): Promise<ProbedServer> {
    const probePort = await freePort();
    process.env['HOLDS_PROBE_PORT'] = `${probePort}`;
    process.env['NODE_OPTIONS'] = `--import ${new URL('./loop-probe.ts', import.meta.url).href}`;
    try {
      const berth = await startBerth({
        ledger,
        args,
        startWithinMs: 300_000,
        ...(command === undefined ? {} : { command }),
      });
      return new ProbedServer(berth, probePort);
    } finally {
      delete process.env['HOLDS_PROBE_PORT'];
      delete process.env['NODE_OPTIONS'];
    }
  }

  /** Sends it, and looks at the loop until it is answered whole. */
  async measure(given: HostileRequest): Promise<Held> {
    const bodies = Array.from({ length: given.times ?? 1 }, (_, copy) => given.body?.(copy));
    await this.#tell('begin');
    const startedMs = performance.now();
    const answers = await Promise.all(bodies.map((body) => this.#send(given, body)));
    const tookMs = performance.now() - startedMs;
    const seen = await this.#tell('end');
    return {
      ...seen,
      tookMs,
      statuses: [...new Set(answers.map(({ status }) => status))].join(' '),
      bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  #send(
    given: HostileRequest,
    body: string | Buffer | undefined,
  ): Promise<{ status: string; bytes: number }> {
    return new Promise((resolve) => {
      const outgoing = httpRequest({
        host: '127.0.0.1',
        port: this.berth.port,
        method: given.method,
        path: given.target,
        agent: false,
        headers: {
          'x-auth-token': 'admin',
          'openstack-api-version': `placement ${given.version ?? '1.39'}`,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...given.headers,
        },
      });
      outgoing.on('error', (error) =>
        resolve({ status: (error as NodeJS.ErrnoException).code ?? 'error', bytes: 0 }),
      );
      outgoing.on('response', (incoming) => {
        let bytes = 0;
        let first = '';
        incoming.on('data', (chunk: Buffer) => {
          if (bytes === 0 && process.env['HOLDS_SHOW']) first = chunk.toString().slice(0, 300);
          bytes += chunk.length;
        });
        incoming.on('error', () => resolve({ status: `${incoming.statusCode} cut`, bytes }));
        incoming.on('end', () => {
          if (first !== '' && (incoming.statusCode ?? 0) >= 400)
            process.stderr.write(`${given.name}: ${first}\n`);
          resolve({ status: `${incoming.statusCode}`, bytes });
        });
      });
      outgoing.end(body);
    });
  }

  #tell(word: 'begin' | 'end'): Promise<LoopSeen> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.#probePort, '127.0.0.1', () => socket.write(word));
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      socket.on('end', () => resolve(JSON.parse(text) as LoopSeen));
      socket.on('error', reject);
    });
  }
}
