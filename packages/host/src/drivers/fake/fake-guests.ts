import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { GuestDiagnostics } from '@berth/client/compute/diagnostics.ts';
import type { Machine, NodeFacts } from '@berth/client/compute/records.ts';
import {
  type Guest,
  type Guests,
  type LiveMoveControl,
  type LiveMoveOptions,
  NotRunning,
} from '../../guests.ts';
import type { FakeHost } from './fake-host.ts';
import { sendMachine } from './send-machine.ts';

/** A machine that is made up. */
export interface FakeMachine {
  readonly powerState: Guest['powerState'];
  readonly imageId: string | null;
  readonly flavor: string;
}

/** Where they are: in memory, or in files. */
export interface FakeMachines {
  get(id: string): FakeMachine | undefined;
  set(id: string, machine: FakeMachine): unknown;
  delete(id: string): unknown;
  entries(): Iterable<readonly [id: string, machine: FakeMachine]>;
}

/** Gives an image that was begun a content. Without it, that is left to others. */
export type FillImage = (imageId: string) => Promise<void>;

/** Machines of which nothing is there but that somebody has said so. */
export class FakeGuests implements Guests {
  readonly #host: FakeHost;
  readonly #machines: FakeMachines;
  readonly #fillImage: FillImage;
  readonly #closing = new AbortController();

  constructor(host: FakeHost, machines: FakeMachines, fillImage: FillImage = async () => {}) {
    this.#host = host;
    this.#machines = machines;
    this.#fillImage = fillImage;
  }

  nodeFacts(): Omit<NodeFacts, 'uuid' | 'name'> {
    const { vcpus, memoryMb, diskGb } = this.#host;
    return {
      hypervisor: { type: 'fake', version: 1000 },
      address: '127.0.0.1',
      vcpus: vcpus.total,
      memoryMb: memoryMb.total,
      diskGb: diskGb.total,
      cpuInfo,
      guests: [['x86_64', 'fake', 'hvm']],
    };
  }

  async list(): Promise<readonly Guest[]> {
    const all = Array.from(this.#machines.entries(), ([id, { powerState }]) => ({ id, powerState }));
    return all.filter(({ id }) => !id.endsWith(aside));
  }

  async build(machine: Machine): Promise<void> {
    const { buildDelayMs, failBuilds, failImages, failFlavors } = this.#host.guests;
    await this.#take(buildDelayMs);
    if (failImages.includes(machine.image?.id ?? ''))
      throw new Error(`No machine is made of image ${machine.image?.id}.`);
    if (failFlavors.includes(machine.flavor.name))
      throw new Error(`No machine is made with flavor ${machine.flavor.name}.`);
    if (luckOf(machine.id) < failBuilds) throw new Error('This machine is one of those that cannot be made.');
    if (this.#machines.get(machine.id) === undefined) this.#set(machine, 'running');
  }

  async destroy(id: string): Promise<void> {
    await this.#take(this.#host.guests.workDelayMs);
    this.#machines.delete(id);
    this.#machines.delete(`${id}${aside}`);
  }

  start = (machine: Machine) => this.#become(machine, 'running');
  stop = (machine: Machine) => this.#become(machine, 'shutdown');
  reboot = (machine: Machine) => this.#become(machine, 'running');
  pause = (machine: Machine) => this.#become(machine, 'paused');
  unpause = (machine: Machine) => this.#become(machine, 'running');
  // Its memory is on a disk, and the machine is off.
  suspend = (machine: Machine) => this.#become(machine, 'shutdown');
  resume = (machine: Machine) => this.#become(machine, 'running');
  rescue = (machine: Machine) => this.#become(machine, 'running');
  unrescue = (machine: Machine) => this.#become(machine, 'running');
  rebuild = (machine: Machine) => this.#become(machine, 'running');
  async snapshot(machine: Machine, { imageId }: { readonly imageId: string }): Promise<void> {
    await this.#become(machine, null);
    await this.#fillImage(imageId);
  }

  crashDump = (machine: Machine) => this.#become(machine, null);

  /** Nothing is shared: there is nothing to share. Who says otherwise is told so in the original's words. */
  async evacuate(
    machine: Machine,
    { hasSharedDisks }: { readonly hasSharedDisks: boolean | null },
  ): Promise<void> {
    if (hasSharedDisks === true) throw new Error('Invalid state of instance files on shared storage');
    await this.build(machine);
  }

  leave = (id: string) => this.destroy(id);

  async prepareMove(machine: Machine): Promise<void> {
    await this.#take(this.#host.guests.workDelayMs);
    if (this.#host.guests.failFlavors.includes(machine.flavor.name))
      throw new Error(`No machine comes here with flavor ${machine.flavor.name}.`);
  }

  async moveOut({ id }: Machine): Promise<void> {
    await this.#take(this.#host.guests.workDelayMs);
    const machine = this.#machines.get(id);
    const isAside = this.#machines.get(`${id}${aside}`) !== undefined;
    if (machine === undefined && !isAside) throw new Error(`There is no machine of ${id} on this host.`);
    // Whoever was killed between the two has put it aside already.
    if (machine !== undefined && !isAside) {
      this.#machines.set(`${id}${aside}`, { ...machine, powerState: 'shutdown' });
    }
    this.#machines.delete(id);
  }

  finishMove = (machine: Machine, { isRunning }: { readonly isRunning: boolean }) =>
    this.#arrive(machine, isRunning ? 'running' : 'shutdown');

  async confirmMove({ id }: Machine): Promise<void> {
    await this.#take(this.#host.guests.workDelayMs);
    this.#machines.delete(`${id}${aside}`);
  }

  async revertMove({ id }: Machine): Promise<void> {
    await this.#take(this.#host.guests.workDelayMs);
    this.#machines.delete(id);
  }

  async takeBack({ id }: Machine, { isRunning }: { readonly isRunning: boolean }): Promise<void> {
    await this.#restore(id, isRunning ? 'running' : 'shutdown');
  }

  checkLiveMove = (machine: Machine) => this.prepareMove(machine);
  prepareLiveMove = (machine: Machine) => this.prepareMove(machine);

  async liveMove(
    { id, flavor }: Machine,
    { sendsDisks }: LiveMoveOptions,
    control: LiveMoveControl,
  ): Promise<void> {
    const machine = this.#machines.get(id);
    const isGone = this.#machines.get(`${id}${aside}`) !== undefined;
    if (machine === undefined && !isGone) throw new Error(`There is no machine of ${id} on this host.`);
    // Whoever was killed between the two has sent it already.
    if (machine !== undefined && !isGone) {
      await sendMachine(flavor, sendsDisks ?? false, {
        durationMs: this.#liveMoveMsOf(flavor.name),
        control,
        closing: this.#closing.signal,
      });
      this.#machines.set(`${id}${aside}`, { ...machine, powerState: 'shutdown' });
    }
    this.#machines.delete(id);
  }

  #liveMoveMsOf(flavor: string): number {
    const { liveMoveMs, slowFlavors } = this.#host.guests;
    return slowFlavors.length === 0 || slowFlavors.includes(flavor) ? liveMoveMs : 0;
  }

  finishLiveMove = (machine: Machine, { isPaused }: { readonly isPaused: boolean }) =>
    this.#arrive(machine, isPaused ? 'paused' : 'running');

  leaveLiveMove = (machine: Machine) => this.confirmMove(machine);
  revertLiveMove = (machine: Machine) => this.revertMove(machine);

  async resumeLiveMove({ id }: Machine, { isPaused }: { readonly isPaused: boolean }): Promise<void> {
    await this.#restore(id, isPaused ? 'paused' : 'running');
  }

  /** It is not kept: there is nobody to log in. */
  async setPassword(machine: Machine): Promise<void> {
    if (this.#machines.get(machine.id)?.powerState !== 'running')
      throw new NotRunning(`The machine of ${machine.id} does not run.`);
    await this.#become(machine, null);
  }

  async consoleOutput(id: string): Promise<string | null> {
    await this.#take(this.#host.guests.workDelayMs);
    return this.#machines.get(id) === undefined ? null : consoleText;
  }

  async diagnostics(id: string): Promise<GuestDiagnostics | null> {
    await this.#take(this.#host.guests.workDelayMs);
    return this.#machines.get(id) === undefined ? null : diagnostics;
  }

  async uptime(): Promise<string> {
    await this.#take(this.#host.guests.workDelayMs);
    return ' 00:00:00 up 1 day,  0:00,  0 users,  load average: 0.00, 0.00, 0.00';
  }

  /** What is under way is cut off. */
  close(): void {
    this.#closing.abort();
  }

  async #arrive(machine: Machine, powerState: Guest['powerState']): Promise<void> {
    await this.#take(this.#host.guests.workDelayMs);
    this.#set(machine, powerState);
  }

  async #restore(id: string, powerState: Guest['powerState']): Promise<void> {
    await this.#take(this.#host.guests.workDelayMs);
    const machine = this.#machines.get(`${id}${aside}`) ?? this.#machines.get(id);
    if (machine === undefined) throw new Error(`There is no machine of ${id} on this host.`);
    this.#machines.set(id, { ...machine, powerState });
    this.#machines.delete(`${id}${aside}`);
  }

  /** Null: the state that it has. */
  async #become(machine: Machine, powerState: Guest['powerState'] | null): Promise<void> {
    await this.#take(this.#host.guests.workDelayMs);
    const before = this.#machines.get(machine.id);
    if (before === undefined) throw new Error(`There is no machine of ${machine.id} on this host.`);
    this.#set(machine, powerState ?? before.powerState);
  }

  #set({ id, image, flavor }: Machine, powerState: Guest['powerState']): void {
    this.#machines.set(id, { powerState, imageId: image?.id ?? null, flavor: flavor.name });
  }

  async #take(ms: number): Promise<void> {
    if (ms > 0) await pause(ms, undefined, { signal: this.#closing.signal });
  }
}

/** What the id of a machine ends with that is put aside, as it was before it went to another host. */
const aside = '-aside';

/** That of Nova's fake driver, so that both can be compared. */
const consoleText = 'FAKE CONSOLE OUTPUT\nANOTHER\nLAST LINE';

/** The same. */
const cpuInfo =
  '{"arch": "x86_64", "model": "Nehalem", "vendor": "Intel", "features": ["pge", "clflush"], ' +
  '"topology": {"cores": 1, "threads": 1, "sockets": 4}}';

/** The same, in the words of 2.48. */
const diagnostics: GuestDiagnostics = {
  driver: 'libvirt',
  hypervisor: 'kvm',
  hypervisorOs: 'ubuntu',
  uptime: 46_664,
  hasConfigDrive: true,
  cpus: [{ id: 0, time: 17_300_000_000, utilisation: 15 }],
  disks: [
    {
      device: 'vda',
      readBytes: 262_144,
      readRequests: 112,
      writeBytes: 5_778_432,
      writeRequests: 488,
      errors: 1,
    },
  ],
  nics: [
    {
      device: 'vnet1',
      mac: '01:23:45:67:89:ab',
      received: { octets: 2_070_139, errors: 100, drop: 200, packets: 26_701, rate: 300 },
      sent: { octets: 140_208, errors: 400, drop: 500, packets: 662, rate: 600 },
    },
  ],
  memory: { maximum: 524_288, used: 0 },
};

/** From 0 to 1, by chance, but always the same for the same server: what has failed once fails again. */
function luckOf(id: string): number {
  return createHash('sha256').update(id).digest().readUInt32BE() / 2 ** 32;
}
