import { randomUUID } from 'node:crypto';
import { DirectTransport } from '@berth/client/direct-transport.ts';
import { getHostServers } from '@berth/client/compute/hosts.ts';
import type { HostAgentName, PowerState } from '@berth/client/compute/records.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { Transport } from '@berth/client/transport.ts';
import { type Caller, nobody } from '@berth/api-kit/caller.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { HostAgent } from '@berth/host/agent/host-agent.ts';
import { ComputeAgent } from '@berth/host/compute/compute-agent.ts';
import { childUuid } from '@berth/host/drivers/child-uuid.ts';
import { FakeDriver } from '@berth/host/drivers/fake/fake-driver.ts';
import type { FakeMachine, FakeMachines, FillImage } from '@berth/host/drivers/fake/fake-guests.ts';
import { readFakeHost } from '@berth/host/drivers/fake/fake-host.ts';
import type { Guest } from '@berth/host/guests.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { ResourceTracker } from '@berth/host/tracker/resource-tracker.ts';
import { servesImages } from '../cloud/serves-images.ts';
import type { Config } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import { imageFiller } from './fill-image.ts';
import { HostLog } from './host-log.ts';
import { LimitedTurns } from './limited-turns.ts';
import { readDriverOptions } from './read-driver-options.ts';

/** The uuids of made-up hosts follow from it and from their names: so they are the same hosts after each start. */
const family = '6f1b2f0e-6c1f-4f0a-9d5e-0b7c2f8f7a10';

/** How many of them tell Placement what they have at the same time. */
const passesAtOnce = 64;

/** Compute hosts that are made up, each with a whole agent, on a service in this process. */
export class FakeHosts {
  readonly #hosts: FakeHostAgent[];
  readonly #running: Promise<void>[];
  readonly #made: (name: string, machines?: FakeMachines) => FakeHostAgent;
  /** Resolves when all are known to Placement and wait for something to do, or have been stopped. */
  readonly ready: Promise<void>;

  /** As many as the settings say. `tokenFor`: what the service knows each of them by; without it, what tests have it believe. */
  constructor(handle: Handle, config: Config, log: Log, tokenFor?: (caller: Caller) => string) {
    const turns = new LimitedTurns(passesAtOnce);
    const fillImage = tokenFor && servesImages(config) ? imageFiller(handle, tokenFor(filler)) : undefined;
    this.#made = (name, machines) => {
      const token = tokenFor?.(hostNamed(name)) ?? believedToken(name, config);
      const transport = new DirectTransport(handle, { service: 'placement', token });
      return new FakeHostAgent(name, { transport, config, log, turns, fillImage }, machines);
    };
    this.#hosts = Array.from({ length: config.fakeHosts }, (_, index) => this.#made(`host${index + 1}`));
    this.#running = this.#hosts.map((host) => host.run());
    this.ready = Promise.all(this.#hosts.map((host) => host.ready)).then(() => undefined);
  }

  get names(): readonly string[] {
    return this.#hosts.map(({ name }) => name);
  }

  /** One of them is not there any more. */
  stop(name: string): void {
    for (const host of this.#hosts) if (host.name === name) host.stop();
  }

  /** One that was stopped is there again, with the machines that it had. Resolves when it is known. */
  async start(name: string): Promise<void> {
    const at = this.#hosts.findIndex((host) => host.name === name && host.isStopped);
    const before = this.#hosts[at];
    if (!before) return;
    const host = this.#made(name, before.machines);
    this.#hosts[at] = host;
    await this.#running[at];
    this.#running[at] = host.run();
    await host.ready;
  }

  /** Those under way finish what they do, as long as the settings allow. */
  async close(): Promise<void> {
    for (const host of this.#hosts) host.stop();
    await Promise.all(this.#running);
  }
}

/** As the agent of a host is with Keystone: a user of its name, with a role for nothing else. */
function hostNamed(name: string): Caller {
  return { ...nobody, userId: name, projectId: 'service', roles: ['host'] };
}

/** Images of servers are their owners': only an administrator gives those of all projects their content. */
const filler: Caller = {
  ...nobody,
  userId: 'host',
  projectId: 'service',
  roles: ['admin', 'member', 'reader'],
};

function believedToken(name: string, { authStrategy }: Config): string {
  return authStrategy === 'named' ? `${name}:service:host` : 'admin';
}

interface Surroundings {
  readonly transport: DirectTransport;
  readonly config: Config;
  readonly log: Log;
  readonly turns: LimitedTurns;
  readonly fillImage: FillImage | undefined;
}

class FakeHostAgent {
  readonly #transport: DirectTransport;
  readonly #name: HostAgentName;
  readonly #log: Log;
  readonly #driver: FakeDriver;
  /** Null: those that its servers should have. */
  readonly #kept: FakeMachines | null;
  readonly machines: FakeMachines;
  readonly #compute: ComputeAgent;
  readonly #agent: HostAgent;
  readonly #ready = Promise.withResolvers<void>();
  /** Its own: each request adds a listener to it, for which all that are there are looked through. */
  readonly #stop = new AbortController();

  constructor(
    host: string,
    { transport, config, log, turns, fillImage }: Surroundings,
    kept: FakeMachines | null = null,
  ) {
    this.#kept = kept;
    this.machines = kept ?? new Map<string, FakeMachine>();
    const ownLog = log.child({ host });
    this.#log = ownLog;
    this.#name = { host, agent: randomUUID() };
    this.#transport = transport;
    const options = readFakeHost({ ...readDriverOptions(config.fakeHostOptions), name: host });
    this.#driver = new FakeDriver(options, childUuid(family, host), undefined, this.machines, fillImage);
    const client = new ReportClient(this.#transport, { refreshMs: config.agentRefreshMs });
    const tracker = new ResourceTracker({ driver: this.#driver, client, isDisabled: () => null });
    const hostLog = new HostLog(ownLog);
    this.#agent = new HostAgent({
      tracker: { update: (pass) => turns.take(() => tracker.update(pass)) },
      intervalMs: config.agentIntervalMs,
      graceMs: config.shutdownGraceMs,
      onPass: (pass) => {
        // That all is well a thousand of them need not say.
        if (pass.report.failures.length > 0) hostLog.pass(pass);
        else this.#ready.resolve();
      },
    });
    this.#compute = new ComputeAgent({
      transport: this.#transport,
      name: this.#name,
      driver: this.#driver,
      log: ownLog,
      atOnce: config.ordersAtOnce,
      graceMs: config.shutdownGraceMs,
    });
  }

  get name(): string {
    return this.#name.host;
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  get isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Until it is stopped. That it ends by itself is told, and is no end of the process. */
  async run(): Promise<void> {
    const { signal: stop } = this.#stop;
    try {
      if (this.#kept === null) await recallMachines(this.#transport, this.#name, this.machines);
      const working = this.#compute.run(stop);
      await this.#compute.registered;
      await this.#agent.run(stop);
      await working;
    } catch (err) {
      this.#log.error({ err }, 'a made-up host has ended');
    } finally {
      this.#ready.resolve();
      await this.#driver.close();
      await this.#transport.close();
    }
  }
}

/** What is made up is remembered by the ledger: the machines of the last time are there again, as their servers should be. */
async function recallMachines(
  transport: Transport,
  name: HostAgentName,
  machines: FakeMachines,
): Promise<void> {
  try {
    for (let after = 0; ; ) {
      const page = await getHostServers(transport, name, after);
      if (page.length === 0) return;
      for (const server of page) {
        if (server.fate !== 'here') continue;
        after = server.number;
        const powerState = server.powerState as PowerState; // The service tells no others.
        if (powerState !== 'none') machines.set(server.id, recalled(powerState));
      }
    }
  } catch (error) {
    // A host that is new has none.
    if (!(error instanceof ServiceError) || error.status !== 404) throw error;
  }
}

function recalled(powerState: Guest['powerState']): FakeMachine {
  return { powerState, imageId: null, flavor: '' };
}
