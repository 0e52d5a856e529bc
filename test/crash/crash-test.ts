import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { Prng } from '@berth/testing/prng.ts';
import { ask, Peer, succeeded } from '../differential/exchange.ts';
import {
  type BerthOptions,
  type BerthProcess,
  berthCommand,
  spawnBerth,
  startBerth,
} from '../malformed/berth-process.ts';
import { audit } from './audit.ts';
import { type Cast, castFor, shapedClass } from './cast.ts';
import { Counts, LoadClient, Wrong } from './load-client.ts';
import { Model } from './model.ts';
import type { Operation } from './operation.ts';

export interface CrashOptions {
  readonly seed: string;
  readonly kills: number;
  readonly clients: number;
  /** The command that is Berth. */
  readonly command?: string;
  /** Threads that serve; one unless told. */
  readonly workers?: number;
  readonly print: (text: string) => void;
}

export interface CrashResult {
  readonly kills: number;
  readonly counts: Counts;
  /** Null: all that was acknowledged was always there. */
  readonly wrong: string | null;
}

/** How long a server lives under load: mostly long enough for a commit. */
const shortestLifeMs = 30;
const longestLifeMs = 500;
/** How often one dies before, while it takes over what the last one has left, and how long it takes for that. */
const stillbirths = 0.2;
const birthMs = 400;

/** Kills a Berth under load again and again, always on the same ledger, and looks each time what it still knows. */
export async function crashTest(options: CrashOptions): Promise<CrashResult> {
  const directory = await mkdtemp(join(tmpdir(), 'berth-crash-'));
  const test = new CrashTest(options, join(directory, 'berth.db'), await freePort());
  try {
    await test.run();
    return test.result(null);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return test.result(error.message);
  } finally {
    await test.end();
    await rm(directory, { recursive: true });
  }
}

class CrashTest {
  readonly #options: CrashOptions;
  readonly #ledger: string;
  readonly #port: number;
  readonly #cast: Cast;
  readonly #model: Model;
  readonly #counts = new Counts();
  #berth: BerthProcess | null = null;
  #kills = 0;

  constructor(options: CrashOptions, ledger: string, port: number) {
    this.#options = options;
    this.#ledger = ledger;
    this.#port = port;
    this.#cast = castFor(options.seed, options.clients);
    this.#model = new Model(this.#cast);
  }

  async run(): Promise<void> {
    const prng = new Prng(`${this.#options.seed}/lives`);
    let berth = await this.#start();
    await this.#buildWorld(berth);
    let pending: readonly Operation[] = [];
    for (;;) {
      await this.#audit(berth, pending);
      if (this.#kills === this.#options.kills) return;
      pending = await this.#killUnderLoad(berth, prng.between(shortestLifeMs, longestLifeMs));
      await this.#checkLedger();
      if (prng.chance(stillbirths)) await this.#killAtStart(prng.below(birthMs));
      berth = await this.#start();
    }
  }

  result(wrong: string | null): CrashResult {
    return { kills: this.#kills, counts: this.#counts, wrong };
  }

  async end(): Promise<void> {
    await this.#berth?.kill();
  }

  async #start(): Promise<BerthProcess> {
    this.#berth = await startBerth(this.#berthOptions);
    return this.#berth;
  }

  async #killAtStart(ageMs: number): Promise<void> {
    const berth = spawnBerth(this.#berthOptions, this.#port);
    await sleep(ageMs);
    await berth.kill();
    await this.#checkLedger();
  }

  get #berthOptions(): BerthOptions {
    const { command, workers = 1 } = this.#options;
    return {
      ledger: this.#ledger,
      port: this.#port,
      args: ['--workers', String(workers)],
      ...(command === undefined ? {} : { command }),
    };
  }

  /** Gives the requests that were not answered. */
  async #killUnderLoad(berth: BerthProcess, lifeMs: number): Promise<readonly Operation[]> {
    const { seed } = this.#options;
    const clients = this.#cast.parts.map((part, index) => {
      const prng = new Prng(`${seed}/${this.#kills}/${index}`);
      return new LoadClient(berth.url, this.#cast, part, this.#model, prng, this.#counts);
    });
    const works = Promise.all(clients.map((client) => client.work()));
    // What a client finds wrong ends the test at once; without a kill none of them ends otherwise.
    await Promise.race([sleep(lifeMs), works]);
    if (!berth.isAlive) throw new Wrong(`Berth has ended by itself:\n${berth.output}`);
    await berth.kill();
    this.#kills += 1;
    await works;
    if (berth.output !== '') throw new Wrong(`Berth has logged:\n${berth.output}`);
    return clients.flatMap(({ pending }) => pending ?? []);
  }

  /** The ledger as the kill has left it, before anybody repairs anything. */
  async #checkLedger(): Promise<void> {
    const { code, output } = await status(this.#options.command ?? berthCommand, this.#ledger);
    if (code !== 0) throw new Wrong(`berth status ended with ${code} after kill ${this.#kills}:\n${output}`);
  }

  async #audit(berth: BerthProcess, pending: readonly Operation[]): Promise<void> {
    const peer = new Peer(berth.url);
    try {
      const { happened, didNotHappen } = await audit(peer, this.#model, pending);
      this.#counts.happened += happened;
      this.#counts.didNotHappen += didNotHappen;
    } finally {
      peer.close();
    }
    if (this.#kills % 10 !== 0) return;
    const { acknowledged, refused } = this.#counts;
    this.#options.print(`${this.#kills} kills, ${acknowledged} acknowledged, ${refused} refused\n`);
  }

  async #buildWorld(berth: BerthProcess): Promise<void> {
    const peer = new Peer(berth.url);
    const write = async (method: string, path: string, body?: unknown): Promise<void> => {
      const answer = await peer.send(ask(method, path, 38, body));
      if (!succeeded(answer)) throw new Wrong(`${method} ${path}: ${answer.status} ${answer.text}`);
    };
    await write('PUT', `/resource_classes/${shapedClass}`);
    for (const uuid of this.#cast.hosts) await write('POST', '/resource_providers', { name: uuid, uuid });
    for (const { root, child } of this.#cast.parts) {
      await write('POST', '/resource_providers', { name: root, uuid: root });
      await write('POST', '/resource_providers', { name: child, uuid: child, parent_provider_uuid: root });
    }
    for (const [uuid, inventories] of this.#model.inventories) {
      const body = { inventories, resource_provider_generation: 0 };
      await write('PUT', `/resource_providers/${uuid}/inventories`, body);
    }
    peer.close();
  }
}

function status(command: string, ledger: string): Promise<{ code: number | string; output: string }> {
  return new Promise((resolve) => {
    execFile(command, ['status', '--ledger', ledger], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : (error.code ?? 'a signal'), output: stdout + stderr });
    });
  });
}
