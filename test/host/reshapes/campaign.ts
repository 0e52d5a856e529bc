import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HttpTransport } from '@berth/client/http-transport.ts';
import type { Resources } from '@berth/client/placement/records.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import type { Transport } from '@berth/client/transport.ts';
import { Prng } from '@berth/testing/prng.ts';
import { type BerthProcess, berthCommand, startBerth } from '../../malformed/berth-process.ts';
import { type CampaignHost, drawHost, driverFor, othersMax, type ReshapeShape } from './campaign-host.ts';
import { checkHost } from './check-round.ts';
import { faultyStarts } from './faulty-starts.ts';
import { killedStarts } from './killed-starts.ts';
import { makeConsumers } from './make-consumers.ts';
import { OtherClient } from './other-client.ts';
import { startUntilGood } from './start-until-good.ts';
import type { Troubles } from './troubles.ts';

export type TroubleKind = 'kill' | 'faults';

export interface CampaignOptions {
  readonly kind: TroubleKind;
  /** One after the other, round by round. */
  readonly shapes: readonly ReshapeShape[];
  readonly rounds: number;
  /** After so long no further round begins. */
  readonly minutes?: number;
  readonly consumers: number;
  readonly seed: string;
  readonly print: (text: string) => void;
}

export interface Round extends Troubles {
  readonly shape: ReshapeShape;
  /** From the first start to the end of the one that was good. */
  readonly tookMs: number;
  /** What others have done on the same host in the meantime, until it was checked. */
  readonly othersDid: { readonly claimed: number; readonly released: number; readonly refused: number };
}

/** Between two things that each of the others does: on the host that reshapes, and on the one that does not. */
const pausesMs = { same: [400, 2000], other: [50, 500] } as const;

/**
 * Hosts with many consumers start in another shape, and are killed or meet faults meanwhile, while others claim and release on them; on one
 * Berth, a host for each round. Throws as soon as anything is not as it should be.
 */
export async function reshapeCampaign(options: CampaignOptions): Promise<readonly Round[]> {
  const directory = await mkdtemp(join(tmpdir(), 'berth-reshapes-'));
  const ledger = join(directory, 'berth.db');
  const berth = await startBerth({ ledger });
  try {
    const rounds = await new Campaign(options, directory, berth).run();
    assert.equal(berth.output, '', 'Berth has complained');
    await berth.stop();
    const { stdout } = await promisify(execFile)(berthCommand, ['status', '--ledger', ledger]);
    options.print(stdout);
    assert.match(stdout, /^in order$/m);
    return rounds;
  } finally {
    await berth.kill();
    await rm(directory, { recursive: true, force: true });
  }
}

class Campaign {
  readonly #options: CampaignOptions;
  readonly #directory: string;
  readonly #url: string;
  readonly #transport: Transport;

  constructor(options: CampaignOptions, directory: string, berth: BerthProcess) {
    this.#options = options;
    this.#directory = directory;
    this.#url = berth.url;
    this.#transport = new HttpTransport({
      service: 'placement',
      url: berth.url,
      tokens: fixedToken('admin'),
    });
  }

  async run(): Promise<readonly Round[]> {
    const {
      seed,
      rounds,
      minutes = Number.POSITIVE_INFINITY,
      shapes,
      consumers,
      kind,
      print,
    } = this.#options;
    const endsAt = performance.now() + minutes * 60_000;
    const neighbour = drawHost(new Prng(`${seed}/neighbour`), 'gpu', 0, this.#directory);
    await this.#start(neighbour);
    const done: Round[] = [];
    const finished: { readonly host: CampaignHost; readonly held: ReadonlyMap<string, Resources> }[] = [];
    for (let number = 0; number < rounds && performance.now() < endsAt; number += 1) {
      const prng = new Prng(`${seed}/${kind}/${number}`);
      const shape = shapes[number % shapes.length] as ReshapeShape;
      const host = drawHost(prng, shape, consumers, this.#directory);
      try {
        const { round, held } = await this.#round(host, neighbour, prng);
        done.push(round);
        finished.push({ host, held });
        print(`${number + 1} ${describeRound(round)}\n`);
      } catch (error) {
        throw new Error(`round ${number + 1} of seed ${seed} (${kind}, ${shape})`, { cause: error });
      }
    }
    // What comes later leaves alone what was there before.
    const prng = new Prng(`${seed}/again`);
    for (const { host, held } of finished) await this.#check(host, held, prng);
    await this.#transport.close();
    return done;
  }

  async #round(host: CampaignHost, neighbour: CampaignHost, prng: Prng) {
    await this.#start(host);
    await makeConsumers(this.#transport, host, prng);
    const others = this.#othersOn(host, prng);
    const elsewhere = this.#othersAt(neighbour, pausesMs.other, [], 1, prng);
    const all = [...others, ...elsewhere];
    for (const each of all) each.start();

    let troubles: Troubles;
    const startedAt = performance.now();
    let tookMs: number;
    try {
      troubles = await this.#startInTrouble(host, prng);
      tookMs = performance.now() - startedAt;
    } finally {
      await Promise.all(all.map((each) => each.stop()));
    }

    const held = heldAfter(host, others);
    await this.#check(host, held, prng);
    const driver = await driverFor(neighbour.stateDirectory, neighbour.before);
    const consumers = new Map(elsewhere.flatMap((each) => [...each.held]));
    await checkHost(this.#transport, { node: neighbour.node, driver, consumers }, prng);
    await Promise.all(elsewhere.map((each) => each.releaseAll()));
    const round: Round = { shape: host.shape, ...troubles, tookMs, othersDid: countsOf(others) };
    return { round, held };
  }

  /** As it is before: nothing goes wrong. */
  async #start({ stateDirectory, before }: CampaignHost): Promise<void> {
    await startUntilGood(this.#transport, await driverFor(stateDirectory, before));
  }

  #startInTrouble(host: CampaignHost, prng: Prng): Promise<Troubles> {
    return this.#options.kind === 'kill'
      ? killedStarts(this.#url, host, prng)
      : faultyStarts(this.#transport, host, prng);
  }

  async #check(host: CampaignHost, consumers: ReadonlyMap<string, Resources>, prng: Prng): Promise<void> {
    const driver = await driverFor(host.stateDirectory, host.after);
    await checkHost(this.#transport, { node: host.node, driver, consumers }, prng);
  }

  #othersOn(host: CampaignHost, prng: Prng): OtherClient[] {
    return this.#othersAt(host, pausesMs.same, [...host.consumers.keys()], 2, prng);
  }

  #othersAt(
    { node, othersWant }: CampaignHost,
    pauseMs: readonly [number, number],
    victims: readonly string[],
    count: number,
    prng: Prng,
  ): OtherClient[] {
    return Array.from(
      { length: count },
      (_, index) =>
        new OtherClient({
          transport: this.#transport,
          rootUuid: node.uuid,
          wants: othersWant,
          victims: victims.filter((_, at) => at % count === index),
          most: Math.floor(othersMax / count),
          pauseMs,
          prng: new Prng(`${prng.uuid()}/${index}`),
        }),
    );
  }
}

/** Who was not touched holds what it held, in the new shape; and others what they were told that they have. */
function heldAfter(
  { shape, consumers, pinned }: CampaignHost,
  others: readonly OtherClient[],
): ReadonlyMap<string, Resources> {
  const ended = others.reduce((all, each) => all.union(each.ended), new Set<string>());
  const held = new Map<string, Resources>();
  for (const [consumer, { VCPU = 0, ...rest }] of consumers) {
    if (ended.has(consumer)) continue;
    const isDedicated = shape === 'dedicated' && pinned.has(consumer);
    held.set(consumer, isDedicated ? { PCPU: VCPU, ...rest } : { VCPU, ...rest });
  }
  for (const each of others) for (const [consumer, resources] of each.held) held.set(consumer, resources);
  return held;
}

function countsOf(others: readonly OtherClient[]): Round['othersDid'] {
  const sum = (name: keyof Round['othersDid']) =>
    others.reduce((total, { counts }) => total + counts[name], 0);
  return { claimed: sum('claimed'), released: sum('released'), refused: sum('refused') };
}

function describeRound({
  shape,
  starts,
  passes,
  reshapes,
  requests,
  troubles,
  tookMs,
  othersDid,
}: Round): string {
  const happened = [...troubles].map(([name, count]) => (count === 1 ? name : `${count}× ${name}`));
  return (
    `${shape}: ${starts} starts, ${passes} passes, ${reshapes} reshapes and ${requests} requests in the last, ${tookMs.toFixed(0)} ms; ` +
    `others ${othersDid.claimed} claimed, ${othersDid.released} released; ${happened.join('; ')}`
  );
}
