import { join } from 'node:path';
import type { AllocationsByConsumer } from '@berth/client/placement/records.ts';
import type { Driver, Node } from '../../driver.ts';
import type { ProviderTree } from '../../provider-tree.ts';
import { childUuid } from '../child-uuid.ts';
import type { DriverSettings } from '../driver-module.ts';
import { readPinnedConsumers } from '../pinned-consumers.ts';
import { applyPicture } from '../reshape/apply-picture.ts';
import { machineRules } from '../reshape/machine-rules.ts';
import type { PictureRules } from '../reshape/picture.ts';
import { FakeGuests, type FakeMachines, type FillImage } from './fake-guests.ts';
import { type FakeHost, readFakeHost } from './fake-host.ts';
import { MachineFiles } from './machine-files.ts';
import { shapes } from './shapes.ts';

/** The driver `fake`: a host that is made up, for tests, for trials and for measuring. It has the shape that its options say. */
export class FakeDriver implements Driver {
  readonly #host: FakeHost;
  readonly #nodes: readonly Node[];
  readonly #rules: PictureRules;
  readonly guests: FakeGuests;

  /** `uuid` is that of the node, or what those of several are made from. */
  constructor(
    host: FakeHost,
    uuid: string,
    isPinned: (consumer: string) => boolean = () => false,
    machines: FakeMachines = new Map(),
    fillImage?: FillImage,
  ) {
    this.#host = host;
    this.guests = new FakeGuests(host, machines, fillImage);
    this.#nodes = nodesOf(host, uuid);
    // What somebody holds does not go without a word: here nobody pulls a device out.
    this.#rules = machineRules({ isPinned, mayGo: () => false, traits });
  }

  nodes(): Promise<readonly Node[]> {
    return Promise.resolve(this.#nodes);
  }

  updateProviderTree(tree: ProviderTree, nodename: string, allocations?: AllocationsByConsumer): void {
    const picture = shapes[this.#host.shape](this.#host, nodename);
    applyPicture(tree, nodename, picture, this.#rules, allocations);
  }

  capabilityTraits(): ReadonlyMap<string, boolean> {
    return capabilities;
  }

  async close(): Promise<void> {
    this.guests.close();
  }
}

/** Reads its options and its record; see docs/hosts.md. */
export function createDriver({ options, stateDirectory, tools }: DriverSettings): FakeDriver {
  const host = readFakeHost(options);
  const pinned = readPinnedConsumers(stateDirectory);
  const machines =
    host.guests.kept === 'in files' ? new MachineFiles(join(stateDirectory, 'machines')) : new Map();
  return new FakeDriver(host, tools.nodeUuid(), (consumer) => pinned.has(consumer), machines);
}

function nodesOf({ name, nodes }: FakeHost, uuid: string): readonly Node[] {
  if (nodes === 1) return [{ uuid, name }];
  const names = Array.from({ length: nodes }, (_, index) => `${name}-${index}`);
  return names.map((each) => ({ uuid: childUuid(uuid, each), name: each }));
}

const traits: ReadonlySet<string> = new Set(['HW_NUMA_ROOT', 'COMPUTE_MANAGED_PCI_DEVICE']);

/** Those of Nova's fake driver, so that both can be compared. */
const capabilities: ReadonlyMap<string, boolean> = new Map([
  ['COMPUTE_NET_ATTACH_INTERFACE', true],
  ['COMPUTE_DEVICE_TAGGING', true],
  ['COMPUTE_NET_ATTACH_INTERFACE_WITH_TAG', true],
  ['COMPUTE_VOLUME_ATTACH_WITH_TAG', true],
  ['COMPUTE_VOLUME_EXTEND', true],
  ['COMPUTE_VOLUME_MULTI_ATTACH', true],
  ['COMPUTE_TRUSTED_CERTS', true],
  ['COMPUTE_ACCELERATORS', true],
  ['COMPUTE_REMOTE_MANAGED_PORTS', true],
  ['COMPUTE_IMAGE_TYPE_RAW', true],
  ['COMPUTE_IMAGE_TYPE_VHD', false],
  ['COMPUTE_SAME_HOST_COLD_MIGRATE', false],
]);
