import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { start } from '../processes/running.ts';

const command = join(import.meta.dirname, '../../bin/berth');

/** The one image that there is. */
export const imageId = '11111111-1111-4111-8111-111111111111';

export interface CloudOptions {
  readonly ledger: string;
  readonly directory: string;
  /** How many compute hosts are made up in its process; 0: none. */
  readonly hosts: number;
  /** Threads that answer; one where it is not said. */
  readonly workers?: number;
  readonly profileDirectory?: string | undefined;
}

/** A whole cloud in a process of its own, as its users start it. */
export interface RunningCloud {
  readonly url: string;
  readonly pid: number;
  readonly threads: number;
  /** From the start of the process until it serves; hosts may come later. */
  readonly startMs: number;
  /** Until all its hosts wait for something to do, too. */
  readonly hostsReadyMs: number;
  stop(): Promise<void>;
}

export async function startCloud(options: CloudOptions): Promise<RunningCloud> {
  const { ledger, directory, hosts, workers = 1, profileDirectory } = options;
  const images = join(directory, 'images');
  mkdirSync(images, { recursive: true });
  writeFileSync(join(images, `${imageId}.json`), JSON.stringify(image));
  const port = await freePort();
  const logFile = join(directory, 'cloud.log');
  writeFileSync(logFile, '');
  const args = [
    'serve',
    '--port',
    `${port}`,
    '--ledger',
    ledger,
    '--auth-strategy',
    'named',
    '--access-log=false',
  ];
  args.push('--log-format', 'json', '--image-directory', images, '--workers', `${workers}`);
  if (hosts > 0) args.push('--fake-hosts', `${hosts}`, '--fake-host-options', hostOptions);
  const nodeOptions = profileDirectory === undefined ? '' : `--cpu-prof --cpu-prof-dir=${profileDirectory}`;
  const startedAt = performance.now();
  const running = start(command, args, {
    logFile,
    environment: { ...process.env, NODE_OPTIONS: nodeOptions },
  });
  const says = (message: string) => () => readFileSync(logFile, 'utf8').includes(`"msg":"${message}"`);
  const patienceMs = 600_000;
  await running.untilUp(says('ready'), patienceMs);
  const startMs = performance.now() - startedAt;
  if (hosts > 0) await running.untilUp(says('fake hosts are ready'), patienceMs);
  const hostsReadyMs = performance.now() - startedAt;
  return {
    url: `http://127.0.0.1:${port}`,
    pid: running.pid,
    threads: workers,
    startMs,
    hostsReadyMs,
    stop: () => running.stop(),
  };
}

/** As large as the hosts that Placement is measured with. */
const hostOptions = 'vcpus=64,memory-mb=262144,disk-gb=8192,cpu-ratio=16,memory-ratio=1.5';

const image = {
  id: imageId,
  name: 'cirros',
  status: 'active',
  visibility: 'public',
  size: 1024,
  min_ram: 0,
  min_disk: 0,
  disk_format: 'raw',
  container_format: 'bare',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
