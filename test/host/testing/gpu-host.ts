import { randomUUID } from 'node:crypto';
import { getProviderUsages } from '@berth/client/placement/usages.ts';
import type { AllocationsByConsumer } from '@berth/client/placement/records.ts';
import type { Transport } from '@berth/client/transport.ts';
import type { ProviderTree } from '@berth/host/provider-tree.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { retryConflicts } from '@berth/host/report-client/retries.ts';
import { amount, claim, heldBy, nameOf, newHost, withoutPauses } from './host-fixture.ts';

const parts = ['old', 'gpu0', 'gpu1'] as const;

/**
 * A host whose GPUs are on its root, and whose local disk is on a child; two servers hold of them. From the next start on each GPU is a
 * child of its own, the disk is on the root, and the old child is not there any more.
 */
export class GpuHost {
  readonly #transport: Transport;
  readonly #host;
  readonly #uuids = { old: randomUUID(), gpu0: randomUUID(), gpu1: randomUUID() };
  readonly #aggregate = randomUUID();
  readonly #servers: string[] = [];

  /** What it has is read and made over this transport, on which nothing goes wrong. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.#host = newHost(transport);
  }

  async make(): Promise<void> {
    const { uuid } = this.#host;
    const { old } = this.#uuids;
    await this.#host.update((tree) => {
      tree.updateInventory(uuid, { VCPU: amount(8), VGPU: amount(4) });
      tree.newChild(this.#nameOf('old'), uuid, old);
      tree.updateInventory(old, { DISK_GB: amount(100) });
      tree.updateTraits(old, ['STORAGE_DISK_SSD']);
    });
    this.#servers.push(
      await claim(this.#transport, { [uuid]: { VCPU: 1, VGPU: 1 }, [old]: { DISK_GB: 10 } }),
      await claim(this.#transport, { [uuid]: { VCPU: 2, VGPU: 2 } }),
    );
  }

  /** One start of the host with a report client with which things may go wrong. */
  async start(client: ReportClient): Promise<void> {
    await retryConflicts(() => this.#pass(client), withoutPauses);
  }

  /** Somebody else takes a CPU in the meantime. */
  async claimMeanwhile(): Promise<void> {
    this.#servers.push(await claim(this.#transport, { [this.#host.uuid]: { VCPU: 1 } }));
  }

  /** All that Placement has of it, in words that are the same for every host of this kind. */
  async state(): Promise<unknown> {
    const tree = await this.#host.treeOf(new ReportClient(this.#transport));
    const usages = tree
      .getProviderUuids()
      .map(async (uuid) => [uuid, await getProviderUsages(this.#transport, uuid)]);
    const servers = this.#servers.map((server) => heldBy(this.#transport, server));
    const all = [await this.#host.seen(), await Promise.all(usages), await Promise.all(servers)];
    const words = { ...this.#uuids, host: this.#host.uuid, aggregate: this.#aggregate };
    let text = JSON.stringify(all);
    for (const [word, uuid] of Object.entries(words)) text = text.replaceAll(uuid, word);
    return JSON.parse(text);
  }

  async #pass(client: ReportClient): Promise<void> {
    const { uuid, hostname } = this.#host;
    const tree = await client.getProviderTreeAndEnsureRoot(uuid, hostname);
    const moves =
      'VGPU' in tree.data(uuid).inventory ||
      (tree.exists(this.#uuids.old) && tree.hasInventory(this.#uuids.old));
    const allocations = moves ? await client.getAllocationsForProviderTree(hostname) : null;
    this.#reshape(tree, allocations ?? new Map());
    await client.updateFromProviderTree(tree, allocations);
  }

  #reshape(tree: ProviderTree, allocations: AllocationsByConsumer): void {
    const { uuid: root } = this.#host;
    const { old, gpu0, gpu1 } = this.#uuids;
    tree.updateInventory(root, { VCPU: amount(8), DISK_GB: amount(100) });
    tree.addTraits(root, 'STORAGE_DISK_SSD');
    if (tree.exists(old)) tree.remove(old);
    for (const [part, uuid] of [
      ['gpu0', gpu0],
      ['gpu1', gpu1],
    ] as const) {
      if (!tree.exists(uuid)) tree.newChild(this.#nameOf(part), root, uuid);
      tree.updateInventory(uuid, { VGPU: amount(2) });
      tree.updateTraits(uuid, ['CUSTOM_FAST_GPU']);
      tree.updateAggregates(uuid, [this.#aggregate]);
    }
    for (const { allocations: held } of allocations.values()) {
      const vgpu = held[root]?.resources['VGPU'];
      const disk = held[old]?.resources['DISK_GB'];
      if (vgpu !== undefined) held[vgpu === 1 ? gpu0 : gpu1] = { resources: { VGPU: vgpu } };
      delete held[root]?.resources['VGPU'];
      delete held[old];
      if (disk !== undefined) Object.assign(held[root]?.resources ?? {}, { DISK_GB: disk });
    }
  }

  #nameOf(part: (typeof parts)[number]): string {
    return nameOf(this.#host.uuid, part);
  }
}
