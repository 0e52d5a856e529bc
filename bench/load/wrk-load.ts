import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Load, LoadOptions } from './load.ts';
import { type RequestTemplate, requestHeaders } from './request-template.ts';
import { wrkScript } from './wrk-script.ts';

export const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

interface WrkResult {
  readonly requests: number;
  readonly us: number;
  readonly bytes: number;
  readonly status: number;
  readonly timeout: number;
  readonly socket: number;
  readonly p50: number;
  readonly p99: number;
}

/** Load from wrk, which takes far less of the machine than Node does. */
export async function wrkLoad(
  url: string,
  templates: readonly RequestTemplate[],
  { connections, seconds, headers = requestHeaders }: LoadOptions,
): Promise<Load> {
  const directory = await mkdtemp(join(tmpdir(), 'berth-bench-'));
  try {
    const script = join(directory, 'requests.lua');
    await writeFile(script, wrkScript(templates, headers, Math.floor(Math.random() * 0x7fff_ffff)));
    const duration = `${Math.round(seconds)}s`;
    const args = ['-t1', `-c${connections}`, `-d${duration}`, '--timeout', '60s', '-s', script, url];
    return loadOf(await outputOf('wrk', args));
  } finally {
    await rm(directory, { recursive: true });
  }
}

function loadOf(output: string): Load {
  const line = /^RESULT (.*)$/m.exec(output)?.[1];
  if (line === undefined) throw new Error(`wrk did not measure: ${output}`);
  const result = JSON.parse(line) as WrkResult; // Written by our own script.
  const { requests, us, bytes, status, timeout, socket, p50, p99 } = result;
  const failures = [
    status > 0 ? `${status} × another status` : '',
    timeout > 0 ? `${timeout} × no answer in time` : '',
    socket > 0 ? `${socket} × a broken connection` : '',
  ];
  return {
    timings: requests === 0 ? null : { count: requests, p50Ms: p50 / 1000, p99Ms: p99 / 1000 },
    perSecond: ((requests - status) * 1e6) / us,
    failed: status + timeout + socket,
    failures: failures.filter((failure) => failure !== '').join('; '),
    meanBytes: requests === 0 ? null : bytes / requests,
  };
}

function outputOf(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        output += data.toString();
      });
    }
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}
