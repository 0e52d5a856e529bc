import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { Connection } from '../load/connection.ts';
import { type Running, start } from '../processes/running.ts';
import { type Installation, programPath, python } from './installation.ts';

const application = join(import.meta.dirname, 'placement_wsgi.py');

/** Brings the database's schema up to date and serves the original's API on it. */
export async function startWeb(
  installation: Installation,
  directory: string,
  connection: string,
): Promise<{ readonly running: Running; readonly url: string }> {
  const environment = {
    PATH: programPath,
    LANG: 'C.UTF-8',
    HOME: directory,
    OS_PLACEMENT_CONFIG_DIR: directory,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  await writeFile(join(directory, 'placement.conf'), settings(connection));
  syncSchema(directory, environment);
  const port = await freePort();
  const [command, args] =
    installation.server === 'uWSGI' ? await uwsgi(directory, port) : [python, [application, `${port}`]];
  const running = start(command, args, { logFile: join(directory, 'web.log'), directory, environment });
  const url = `http://127.0.0.1:${port}`;
  await running.untilUp(() => answers(url));
  return { running, url };
}

function settings(connection: string): string {
  return `[DEFAULT]
debug = false
[api]
auth_strategy = noauth2
[placement_database]
connection = ${connection}
`;
}

function syncSchema(directory: string, env: NodeJS.ProcessEnv): void {
  const program =
    'import sys; from placement.cmd.manage import main; sys.argv[0] = "placement-manage"; sys.exit(main())';
  const args = ['-c', program, '--config-file', join(directory, 'placement.conf'), 'db', 'sync'];
  const { status, stderr } = spawnSync(python, args, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`The original could not make its tables: ${stderr}`);
}

/** Workers speak HTTP themselves and close after each answer; its router would add 40 ms to every larger answer. */
async function uwsgi(directory: string, port: number): Promise<[string, string[]]> {
  const file = join(directory, 'uwsgi.ini');
  await writeFile(
    file,
    `[uwsgi]
plugins = http,python3
http-socket = 127.0.0.1:${port}
add-header = Connection: close
master = true
processes = 2
threads = 4
enable-threads = true
lazy-apps = true
need-app = true
die-on-term = true
thunder-lock = true
buffer-size = 65535
listen = 100
disable-logging = true
wsgi-file = ${application}
`,
  );
  return ['uwsgi', ['--ini', file]];
}

async function answers(url: string): Promise<boolean> {
  const connection = new Connection(url);
  try {
    return (await connection.request({ method: 'GET', path: '/' }, 10_000)).status === 200;
  } catch {
    // Nobody listens yet; whoever waits knows when to give up.
    return false;
  } finally {
    connection.close();
  }
}
