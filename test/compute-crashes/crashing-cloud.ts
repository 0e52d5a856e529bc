import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Killable } from '../host/testing/killable.ts';
import { berthCommand } from '../malformed/berth-process.ts';
import { Wrong } from './wrong.ts';

export const imageIds = {
  good: '11111111-1111-4111-8111-111111111111',
  /** No host can make a machine of it. */
  bad: '22222222-2222-4222-8222-222222222222',
};

/** Agents in processes of their own: what each host is called, and how many nodes it has. */
const hosts = [
  { name: 'cn1', nodes: 1 },
  { name: 'cn2', nodes: 1 },
  { name: 'cn3', nodes: 2 },
] as const;

/** Full with a few servers. */
const size = 'vcpus=6,cpu-ratio=1,memory-mb=2048,disk-gb=40';
const manner = `build-delay=120,work-delay=40,live-move-delay=400,fail-images=${imageIds.bad}`;

export interface CloudOptions {
  readonly directory: string;
  readonly ports: readonly number[];
  /** A file, or a database that all processes of the service share. */
  readonly ledger: string;
  /** Hosts within the service, where it is one process. */
  readonly fakeHosts: number;
  /** Which part of what agents are to do fails. */
  readonly failing: number;
}

/** A service, or several processes of it, and agents of hosts, each of which can be killed and started again. */
export class CrashingCloud {
  readonly services: readonly Killable[];
  readonly agents: readonly Killable[];
  readonly urls: readonly string[];
  readonly #options: CloudOptions;

  constructor(options: CloudOptions) {
    this.#options = options;
    const { directory, ports } = options;
    writeImages(join(directory, 'images'));
    this.urls = ports.map((port) => `http://127.0.0.1:${port}`);
    this.services = ports.map((port) => this.#service(port));
    this.agents = hosts.map(({ name, nodes }, index) =>
      this.#agent(name, nodes, this.urls[index % ports.length] ?? ''),
    );
  }

  get all(): readonly Killable[] {
    return [...this.services, ...this.agents];
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((each) => each.stop()));
  }

  /** The machines that a host runs, by the ids of their servers, with what they are; null where nobody but the service can tell. */
  machinesOn(host: string): ReadonlyMap<string, string> | null {
    if (!hosts.some(({ name }) => name === host)) return null;
    const directory = join(this.#options.directory, host, 'machines');
    // What is put aside is no machine, as long as its server is elsewhere.
    const isMachine = (name: string) => name.endsWith('.json') && !name.endsWith('-aside.json');
    const names = readdirSync(this.#directoryOf(directory)).filter(isMachine);
    return new Map(
      names.map((name) => {
        const { powerState } = JSON.parse(readFileSync(join(directory, name), 'utf8')) as {
          readonly powerState: string;
        };
        return [name.slice(0, -'.json'.length), powerState];
      }),
    );
  }

  get hosts(): readonly string[] {
    return hosts.map(({ name }) => name);
  }

  /** What `berth status` says of the ledger: how many rows there are of each kind. Whatever it finds wrong is. */
  async status(): Promise<Readonly<Record<string, number>>> {
    const { code, output } = await run(['status', '--json', '--ledger', this.#options.ledger], this.#kept);
    if (code !== 0) throw new Wrong(`berth status ends with ${code}:\n${output}`);
    const { counts, in_order: isInOrder } = JSON.parse(output) as {
      readonly counts?: Readonly<Record<string, number>>;
      readonly in_order?: boolean;
    };
    if (counts === undefined || isInOrder !== true) throw new Wrong(`berth status says:\n${output}`);
    return counts;
  }

  /** Node compiles the program once, and not at each of many starts. */
  get #kept(): Readonly<Record<string, string>> {
    return { NODE_COMPILE_CACHE: join(this.#options.directory, 'compiled') };
  }

  #directoryOf(directory: string): string {
    mkdirSync(directory, { recursive: true });
    return directory;
  }

  #service(port: number): Killable {
    const { directory, ledger, fakeHosts } = this.#options;
    const args = ['serve', '--port', `${port}`, '--ledger', ledger, '--auth-strategy', 'named'];
    const images = ['--image-directory', join(directory, 'images')];
    const made = ['--fake-hosts', `${fakeHosts}`, '--fake-host-options', `${size},${manner},fail-builds=0.1`];
    const lease = ledger.startsWith('postgres') ? ['--lease', '2s'] : [];
    return new Killable(
      [...args, ...images, ...made, ...lease, '--access-log=false', '--reclaim-interval', '15s'],
      this.#kept,
      join(directory, `service-${port}.log`),
    );
  }

  #agent(name: string, nodes: number, url: string): Killable {
    const { directory, failing } = this.#options;
    const driver = fileURLToPath(new URL('./flaky-driver', import.meta.url));
    const options = `${size},${manner},fail=${failing},nodes=${nodes}`;
    const known = ['--node-name', name, '--host-name', name, '--state-directory', join(directory, name)];
    return new Killable(
      ['host', 'run', '--compute-host', '--driver', driver, '--driver-options', options, ...known].concat([
        '--placement-url',
        url,
        '--shutdown-grace',
        '1s',
      ]),
      { ...this.#kept, OS_AUTH_TYPE: 'admin_token', OS_ENDPOINT: url, OS_TOKEN: `${name}:service:host` },
      join(directory, `${name}.log`),
    );
  }
}

function writeImages(directory: string): void {
  mkdirSync(directory);
  for (const [name, id] of Object.entries(imageIds)) {
    const image = { id, name, status: 'active', disk_format: 'raw', container_format: 'bare' };
    writeFileSync(join(directory, `${id}.json`), JSON.stringify(image));
  }
}

function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | string; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(
      berthCommand,
      args,
      { maxBuffer: 64e6, env: { ...process.env, ...environment } },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : (error.code ?? 'a signal'), output: stdout + stderr });
      },
    );
  });
}
