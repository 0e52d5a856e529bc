import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../processes/running.ts';
import type { Database } from './database.ts';
import { programPath } from './installation.ts';

const environment = { PATH: programPath, LANG: 'C.UTF-8' };

/** Starts a MariaDB with its data in this directory, as durable as operators have it. It listens on no port. */
export async function startMariadb(directory: string): Promise<Database> {
  const data = join(directory, 'mariadb');
  if (!existsSync(join(data, 'mysql'))) install(data);
  // The path of a socket must be short, and a cache directory may not be.
  const sockets = await mkdtemp(join(tmpdir(), 'berth-bench-db-'));
  const forget = () => rmSync(sockets, { recursive: true, force: true });
  process.once('exit', forget);
  const socket = join(sockets, 'db.sock');
  const server = start(
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${data}`,
      ...asRoot,
      `--socket=${socket}`,
      '--skip-networking',
      '--innodb-flush-log-at-trx-commit=1',
      '--innodb-buffer-pool-size=1G',
      '--max-connections=512',
    ],
    { logFile: join(directory, 'mariadb.log'), environment },
  );
  const client = (input: string, options: readonly string[] = []) =>
    run('mariadb', ['--no-defaults', '-uroot', `--socket=${socket}`, ...options], input);
  await server.untilUp(() => existsSync(socket));
  client(`
    create database if not exists placement character set utf8mb3;
    create user if not exists placement@localhost identified by 'placement';
    grant all on placement.* to placement@localhost;`);
  return {
    connection: `mysql+pymysql://placement:placement@localhost/placement?charset=utf8&unix_socket=${socket}`,
    pids: [server.pid],
    ids: (query) => {
      const lines = client(query, ['--batch', '--skip-column-names', 'placement']).trim().split('\n');
      return new Map(lines.map((line) => line.split('\t')).map(([name, id]) => [name as string, Number(id)]));
    },
    carryOut: (statements) => {
      const analysis = 'analyze table resource_providers, inventories, allocations, consumers;';
      client(['begin;', ...statements, 'commit;', analysis].join('\n'), ['placement']);
    },
    stop: async () => {
      await server.stop();
      process.off('exit', forget);
      forget();
    },
  };
}

/** It refuses to be root unless it is told to be. */
const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];

function install(data: string): void {
  const args = [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ];
  run('mariadb-install-db', [...args, ...asRoot]);
}

function run(command: string, args: readonly string[], input = ''): string {
  const maxBuffer = 64 * 1024 * 1024;
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    input,
    encoding: 'utf8',
    maxBuffer,
    env: environment,
  });
  if (status === 0) return stdout;
  throw new Error(`${command} failed: ${stderr}`, error === undefined ? {} : { cause: error });
}
