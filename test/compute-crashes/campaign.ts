import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { PostgresServer } from '@berth/ledger/testing/postgres-server.ts';
import { Prng } from '@berth/testing/prng.ts';
import type { Killable } from '../host/testing/killable.ts';
import { addMade, adopt } from './adopt.ts';
import { checkServers } from './check-servers.ts';
import { checkUsage } from './check-usage.ts';
import { ComputeClient } from './compute-client.ts';
import { CrashingCloud } from './crashing-cloud.ts';
import { LoadClient } from './load-client.ts';
import { Operator } from './operator.ts';
import { Noted, sizes } from './noted.ts';
import { seenServers, type SeenServer } from './seen.ts';
import { Wrong } from './wrong.ts';

/** Processes are killed, or what agents are to do fails much more often. */
export type TroubleKind = 'kill' | 'failures';

export interface CampaignOptions {
  readonly kind: TroubleKind;
  readonly seed: string;
  /** So many moments at which something is killed, or would be. */
  readonly moments: number;
  readonly clients: number;
  /** On PostgreSQL, with two processes of the service. */
  readonly isCluster: boolean;
  /** Clients mostly have servers go from host to host. */
  readonly mostlyMoves?: boolean;
  /** Whether hosts are forced down now and then, and their servers evacuated. */
  readonly evacuates?: boolean;
  readonly print: (text: string) => void;
}

export interface CampaignResult {
  readonly options: CampaignOptions;
  readonly noted: Noted;
  /** How often each was killed. */
  readonly kills: ReadonlyMap<string, number>;
  readonly rounds: number;
  /** How long it took in each round until everything was in order again, from when all processes were started. */
  readonly settledMs: readonly number[];
  /** Null: nothing was lost, and nothing has leaked. */
  readonly wrong: string | null;
}

/** Kills a service and the agents of its hosts under load, again and again, and looks each time whether anything was lost or has leaked. */
export async function crashCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const directory = mkdtempSync(join(tmpdir(), 'berth-compute-crashes-'));
  const postgres = options.isCluster ? await PostgresServer.start() : null;
  if (options.isCluster && postgres === null) throw new Error('There is no PostgreSQL here.');
  const ports = await Promise.all(Array.from({ length: postgres === null ? 1 : 2 }, () => freePort()));
  const ledger = postgres?.url ?? join(directory, 'cloud.db');
  const fakeHosts = postgres === null ? 3 : 0;
  const failing = options.kind === 'failures' ? 0.33 : 0.05;
  const cloud = new CrashingCloud({ directory, ports, ledger, fakeHosts, failing });
  const campaign = new Campaign(options, cloud);
  let wrong: string | null = null;
  try {
    await campaign.run();
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    wrong = error.message;
  } finally {
    await cloud.stop();
    await postgres?.stop();
    if (wrong === null) rmSync(directory, { recursive: true });
    else options.print(`what the processes have said, and the ledger, are in ${directory}\n`);
  }
  return campaign.result(wrong);
}

/** Whom a round kills. */
type Victims = 'service' | 'agent' | 'agents' | 'both';

/** Agents that live for long tell Placement again now and then, and say so where the service is just being killed, or looked at. */
const isOfServiceAway = /"reason":"[^"]*: no answer \(E(CONNREFUSED|CONNRESET|PIPE)\)"/;

/** How long everything may take to be in order again: agents wait for those that have gone without a word, and for a service that is away. */
const settleMs = 150_000;

/** Whoever watches is told now and then what is waited for. */
const toldAfterMs = 30_000;

class Campaign {
  readonly #options: CampaignOptions;
  readonly #cloud: CrashingCloud;
  readonly #noted = new Noted();
  readonly #admin: ComputeClient;
  readonly #kills = new Map<string, number>();
  readonly #settledMs: number[] = [];
  #rounds = 0;

  constructor(options: CampaignOptions, cloud: CrashingCloud) {
    this.#options = options;
    this.#cloud = cloud;
    this.#admin = new ComputeClient(() => cloud.urls, 'admin');
  }

  async run(): Promise<void> {
    for (const each of this.#cloud.all) each.start();
    await this.#ready();
    await this.#prepare();
    // Once in order, and with what is compiled from then on.
    await this.#cloud.stop();
    for (const each of this.#cloud.all) each.start();
    await this.#ready();
    for (let done = 0; done < this.#options.moments; ) {
      const prng = new Prng(`${this.#options.seed}/${this.#rounds}`);
      const moments = Math.min(prng.between(1, 4), this.#options.moments - done);
      await this.#round(prng, moments);
      done += moments;
      this.#rounds += 1;
      if (this.#rounds % 10 === 0 || done === this.#options.moments) await this.#lookAtRest();
      if (this.#rounds % 5 === 0) this.#tell(done);
    }
  }

  result(wrong: string | null): CampaignResult {
    const found = wrong === null ? null : `in round ${this.#rounds}: ${wrong}`;
    return {
      options: this.#options,
      noted: this.#noted,
      kills: this.#kills,
      rounds: this.#rounds,
      settledMs: this.#settledMs,
      wrong: found,
    };
  }

  /** A load, and so many moments in it at which something is killed; then everything has to come in order. */
  async #round(prng: Prng, moments: number): Promise<void> {
    const clients = Array.from({ length: this.#options.clients }, (_, index) => {
      const client = new ComputeClient(() => this.#cloud.urls, `user${index}:project${index}`);
      const own = new Prng(`${this.#options.seed}/${this.#rounds}/${index}`);
      const { mostlyMoves = false } = this.#options;
      return new LoadClient(index, { client, manager: this.#admin }, this.#noted, own, { mostlyMoves });
    });
    const over = new AbortController();
    const works = Promise.all(clients.map((client) => client.work(over.signal)));
    const operator = new Operator(
      this.#admin,
      this.#noted,
      new Prng(`${this.#options.seed}/${this.#rounds}/operator`),
      this.#cloud.hosts,
    );
    const evacuating = this.#options.evacuates ? operator.work(over.signal) : Promise.resolve();
    // What a client finds wrong is told when all have ended.
    works.catch(() => undefined);
    for (let moment = 0; moment < moments; moment += 1) {
      // Now and then while those that were killed the last time are still starting.
      if (prng.chance(0.75)) await this.#ready();
      await pause(prng.between(100, 2_000));
      if (this.#options.kind === 'failures') continue;
      const killed = await this.#killSome(prng);
      if (prng.chance(0.3)) await pause(prng.below(1_000));
      if (this.#isSingle && killed.includes(this.#service) && prng.chance(0.5)) await this.#cloud.status();
      for (const each of killed) each.start();
    }
    const startedMs = performance.now();
    await pause(prng.below(500));
    over.abort();
    await works;
    await this.#ready();
    await evacuating;
    await operator.letUp();
    await this.#settled(clients);
    this.#settledMs.push(performance.now() - startedMs);
  }

  async #killSome(prng: Prng): Promise<readonly Killable[]> {
    const { services, agents } = this.#cloud;
    const victims = prng.weighted<Victims>([
      [45, 'service'],
      [25, 'agent'],
      [10, 'agents'],
      [20, 'both'],
    ]);
    const service = services.length === 1 ? this.#service : await this.#leader(prng);
    const chosen = {
      service: [service],
      agent: [prng.pick(agents)],
      agents: [...agents],
      both: [service, ...prng.some(agents, 1, agents.length)],
    }[victims];
    await this.#kill(chosen, victims);
    return chosen;
  }

  async #kill(chosen: readonly Killable[], name: string): Promise<void> {
    for (const each of chosen) {
      if (each.hasEnded) throw new Wrong(`a process has ended by itself:\n${each.said.slice(-4_000)}`);
    }
    const when = chosen.every((each) => each.isReady) ? '' : ', some at their start';
    await Promise.all(chosen.map((each) => each.kill()));
    this.#kills.set(`${name}${when}`, (this.#kills.get(`${name}${when}`) ?? 0) + 1);
  }

  get #isSingle(): boolean {
    return this.#cloud.services.length === 1;
  }

  get #service(): Killable {
    const [service] = this.#cloud.services;
    if (service === undefined) throw new Error('there is always one');
    return service;
  }

  /** Mostly the one that leads. */
  async #leader(prng: Prng): Promise<Killable> {
    const { services, urls } = this.#cloud;
    if (prng.chance(0.2)) return prng.pick(services);
    for (const [index, url] of urls.entries()) {
      const answer = await fetch(`${url}/healthcheck`, { headers: { 'x-auth-token': 'admin' } }).catch(
        () => null,
      );
      const service = services[index];
      if (service && answer && /leader at change/.test(await answer.text())) return service;
    }
    return prng.pick(services);
  }

  async #ready(): Promise<void> {
    const late = AbortSignal.timeout(settleMs);
    await Promise.all(this.#cloud.all.map((each) => each.ready(late)));
    for (const each of this.#cloud.all) {
      if (late.aborted || each.hasEnded)
        throw new Wrong(`a process does not start:\n${each.said.slice(-4_000)}`);
    }
  }

  /** Without help, and before long, everything is in order. */
  async #settled(clients: readonly LoadClient[]): Promise<void> {
    const endMs = performance.now() + settleMs;
    const live = await this.#until(endMs, () => this.#stable());
    for (const { unanswered, made } of clients) {
      for (const each of made) addMade(this.#noted, each, live, 1);
      for (const each of unanswered) adopt(this.#noted, each, live);
    }
    await this.#until(endMs, async () => {
      const now = await this.#stable();
      await checkServers(this.#admin, this.#noted, now);
      await checkUsage(this.#cloud, this.#admin, this.#noted, now);
    });
    for (const each of this.#cloud.all) {
      const bad = each.said
        .split('\n')
        .filter((line) => /"level":"?(error|fatal|[56]0)/.test(line) && !isOfServiceAway.test(line));
      if (bad.length > 0) throw new Wrong(`a process has said:\n${bad.slice(0, 5).join('\n')}`);
    }
  }

  async #until<Result>(endMs: number, look: () => Promise<Result>): Promise<Result> {
    for (let tellsAtMs = performance.now() + toldAfterMs; ; ) {
      try {
        return await look();
      } catch (error) {
        // What is being done, such as the end of what can be restored no longer, takes a moment.
        if (!(error instanceof Wrong) || performance.now() > endMs) throw error;
        if (performance.now() > tellsAtMs) {
          tellsAtMs += toldAfterMs;
          this.#options.print(`still: ${error.message.slice(0, 600)}\n`);
        }
        await pause(100);
      }
    }
  }

  async #stable(): Promise<ReadonlyMap<string, SeenServer>> {
    const live = await seenServers(this.#admin);
    for (const { id, status, task, host } of live.values()) {
      if (task !== null || status === 'BUILD')
        throw new Wrong(`${id} on ${host} is still ${status} (${task})`);
    }
    return live;
  }

  /** All is done, and the service ends in order: nothing is left to do in the ledger either. */
  async #lookAtRest(): Promise<void> {
    if (this.#isSingle) await this.#service.stop();
    const { orders } = await this.#cloud.status();
    if (orders !== 0) throw new Wrong(`${orders} orders are left over`);
    if (this.#isSingle) this.#service.start();
    await this.#ready();
  }

  #tell(done: number): void {
    const { acknowledged, refused, unanswered, servers } = this.#noted;
    const last = this.#settledMs.slice(-5).map((ms) => (ms / 1_000).toFixed(1));
    this.#options.print(
      `${done} moments in ${this.#rounds} rounds: ${acknowledged} acknowledged, ${refused} refused, ${unanswered} not answered, ${servers.size} servers; in order after ${last.join(' ')} s\n`,
    );
  }

  async #prepare(): Promise<void> {
    for (const { id, vcpus, ram, disk } of sizes) {
      await this.#made('/flavors', { flavor: { id, name: `f${id}`, vcpus, ram, disk } });
    }
    for (let index = 0; index < this.#options.clients; index += 1) {
      const owner = new ComputeClient(() => this.#cloud.urls, `user${index}:project${index}`);
      const ids: string[] = [];
      for (const policy of ['affinity', 'anti-affinity', 'soft-anti-affinity']) {
        const body = { server_group: { name: policy, policy } };
        const { server_group: group } = (await this.#made('/os-server-groups', body, owner)) as {
          readonly server_group: { readonly id: string };
        };
        ids.push(group.id);
      }
      this.#noted.groups.set(index, ids);
    }
  }

  async #made(path: string, body: unknown, client = this.#admin): Promise<unknown> {
    const answer = await client.compute('POST', path, body);
    if (answer.status !== 200) throw new Wrong(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  }
}
