import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Peer } from '../differential/exchange.ts';
import { type BerthProcess, startBerth } from './berth-process.ts';
import { buildWorld } from './build-world.ts';
import { Client } from './carry-out.ts';
import { describeFault } from './dump.ts';
import { generateTrial, type TrialSource } from './generate-trial.ts';
import { difference, type Snapshot, takeSnapshot } from './snapshot.ts';
import { Tally } from './tally.ts';
import { seededWorld } from './world.ts';

export interface CampaignOptions {
  readonly seed: string;
  /** The numbers of the trials to make. */
  readonly numbers: readonly number[];
  readonly largestBody: number;
  /** How long the server waits for the rest of a request; there are some that never end. */
  readonly patienceSeconds: number;
  readonly print: (text: string) => void;
}

export interface Findings {
  /** Each a text for the reader. None: the server has stood all of it. */
  readonly faults: readonly string[];
  readonly tally: Tally;
  /** How often the world was found unchanged after trials of which none was to change it. */
  readonly unchanged: number;
  /** The most during the warm-up, and what it is in the end. */
  readonly residentMb: { readonly warm: number; readonly end: number };
}

/** How many trials go on between two looks at the world, and how many at the same time. */
const chunkSize = 25;
const clientCount = 4;
/** In this part of the trials a server is expected to reach all the memory that it ever needs. */
const warmUp = 0.2;
const growthMb = 300;
/** Nobody learns more from the hundredth. */
const maxFaults = 20;

/** Starts a Berth, tries everything on it, and looks whether it is still the one it was. */
export async function campaign(options: CampaignOptions): Promise<Findings> {
  const directory = await mkdtemp(join(tmpdir(), 'berth-malformed-'));
  const ledger = join(directory, 'berth.db');
  const berth = await startBerth({ ledger, args: ['--request-timeout', `${options.patienceSeconds}s`] });
  try {
    const run = new Run(berth, options);
    await run.tryAll();
    await run.checkProcess();
    await run.checkRestart(ledger);
    return run.findings();
  } finally {
    await berth.kill();
    await rm(directory, { recursive: true });
  }
}

class Run {
  readonly #berth: BerthProcess;
  readonly #options: CampaignOptions;
  readonly #source: TrialSource;
  readonly #peer: Peer;
  readonly #clients: readonly Client[];
  readonly #tally = new Tally();
  readonly #faults: string[] = [];
  /** Trials that wait until the server has lost its patience. */
  readonly #lingering: Promise<void>[] = [];
  #before: Snapshot = new Map();
  #hasWritten = false;
  #unchanged = 0;
  #warmMb = 0;
  #endMb = 0;

  constructor(berth: BerthProcess, options: CampaignOptions) {
    this.#berth = berth;
    this.#options = options;
    this.#source = { ...options, world: seededWorld(options.seed) };
    this.#peer = new Peer(berth.url);
    this.#clients = Array.from({ length: clientCount }, () => new Client(berth.port));
  }

  async tryAll(): Promise<void> {
    const { numbers, print } = this.#options;
    const { world } = this.#source;
    await buildWorld(this.#peer, world, { isNew: true });
    this.#before = await takeSnapshot(this.#peer, world);
    for (let start = 0; start < numbers.length && this.#isWorthGoingOn; start += chunkSize) {
      await this.#tryChunk(numbers.slice(start, start + chunkSize));
      if (this.#berth.isAlive) await this.#checkWorld(`trials up to ${numbers[start]} + ${chunkSize}`);
      if (start <= numbers.length * warmUp) this.#warmMb = Math.max(this.#warmMb, this.#memory());
      if (start % 2_000 === 0) print(`${this.#tally.trials} trials, ${this.#memory()} MB\n`);
    }
    await Promise.all(this.#lingering);
    for (const client of this.#clients) client.close();
  }

  async checkProcess(): Promise<void> {
    if (!this.#berth.isAlive) {
      this.#fault(`the process has ended: ${JSON.stringify(await this.#berth.ended)}`);
    } else {
      this.#endMb = this.#memory();
      if (this.#endMb - this.#warmMb > growthMb)
        this.#fault(`memory has grown from ${this.#warmMb} to ${this.#endMb} MB`);
      this.#before = await takeSnapshot(this.#peer, this.#source.world);
      const ended = await this.#berth.stop();
      if (ended.code !== 0) this.#fault(`it did not end in order: ${JSON.stringify(ended)}`);
    }
    this.#peer.close();
    if (this.#berth.output !== '') this.#fault(`it has logged:\n${this.#berth.output.slice(0, 4_000)}`);
  }

  /** What is in the ledger is what was in memory. */
  async checkRestart(ledger: string): Promise<void> {
    if (this.#before.size === 0) return;
    const again = await startBerth({ ledger });
    const peer = new Peer(again.url);
    try {
      const changed = difference(this.#before, await takeSnapshot(peer, this.#source.world));
      if (changed !== null) this.#fault(`after a restart the world is another one: ${changed}`);
    } finally {
      peer.close();
      await again.kill();
    }
  }

  findings(): Findings {
    return {
      faults: this.#faults,
      tally: this.#tally,
      unchanged: this.#unchanged,
      residentMb: { warm: this.#warmMb, end: this.#endMb },
    };
  }

  get #isWorthGoingOn(): boolean {
    return this.#berth.isAlive && this.#faults.length < maxFaults;
  }

  async #tryChunk(numbers: readonly number[]): Promise<void> {
    const left = [...numbers];
    await Promise.all(
      this.#clients.map(async (client) => {
        for (let number = left.shift(); number !== undefined && this.#isWorthGoingOn; number = left.shift())
          await this.#try(client, number);
      }),
    );
  }

  async #try(client: Client, number: number): Promise<void> {
    const trial = generateTrial(this.#source, number);
    const tryIt = async (someone: Client): Promise<void> => {
      const outcome = await someone.carryOut(trial);
      this.#tally.add(number, trial, outcome);
      this.#hasWritten ||= outcome.mayHaveWritten;
      if (outcome.fault !== null)
        this.#fault(describeFault(outcome.fault, trial, number, this.#options.seed));
    };
    if (trial.expects.kind === 'timeout') this.#lingering.push(tryIt(new Client(this.#berth.port)));
    else await tryIt(client);
  }

  /** Requests that were refused have changed nothing; after others the world is put back. */
  async #checkWorld(where: string): Promise<void> {
    const { world } = this.#source;
    if (this.#hasWritten) {
      await buildWorld(this.#peer, world, { isNew: false });
      this.#before = await takeSnapshot(this.#peer, world);
      this.#hasWritten = false;
      return;
    }
    const after = await takeSnapshot(this.#peer, world);
    const changed = difference(this.#before, after);
    if (changed === null) {
      this.#unchanged += 1;
      return;
    }
    this.#fault(`a request that was refused has changed the world, in ${where}: ${changed}`);
    this.#before = after;
  }

  #memory(): number {
    return this.#berth.isAlive ? this.#berth.residentMb() : 0;
  }

  #fault(text: string): void {
    this.#faults.push(text);
    this.#options.print(`${text}\n`);
  }
}
