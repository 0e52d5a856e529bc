import { randomUUID } from 'node:crypto';
import { deleteAllocations, getAllocations, putAllocations } from '@berth/client/placement/allocations.ts';
import { putInventories } from '@berth/client/placement/inventories.ts';
import { createProvider } from '@berth/client/placement/providers.ts';
import type { Resources } from '@berth/client/placement/records.ts';
import type { Transport } from '@berth/client/transport.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { cloudProjections } from '../../cloud/stored-cloud.ts';
import { loadConfig } from '../../config/load-config.ts';
import { withPlacementOn } from '../../direct/with-placement-on.ts';
import { createLog } from '../../log/log.ts';
import { MadeUpNova, usualAmounts, usualOwner } from './made-up-nova.ts';

export const nowhere = { write: () => {}, isTerminal: false };

/** Two hosts on a Placement of ours, and a Nova that is made up. */
export class AuditedWorld {
  readonly nova = new MadeUpNova();
  readonly placement: Transport;
  readonly hosts: readonly [string, string];

  private constructor(placement: Transport, hosts: readonly [string, string]) {
    this.placement = placement;
    this.hosts = hosts;
    for (const [index, uuid] of hosts.entries()) this.nova.nodes.set(uuid, `host${index + 1}`);
  }

  /** What a test does with one, for as long as it takes. */
  static for(work: (world: AuditedWorld) => Promise<void>): () => Promise<void> {
    return async () => {
      const { config } = loadConfig({ args: [], environment: {}, readText: () => '' });
      const log = createLog({ logLevel: 'silent', logFormat: 'json' }, nowhere);
      const journal = new MemoryJournal(cloudProjections);
      await withPlacementOn(journal, {
        config,
        log,
        version: undefined,
        work: async (placement) => {
          const hosts = [await makeHost(placement, 'host1'), await makeHost(placement, 'host2')] as const;
          await work(new AuditedWorld(placement, hosts));
        },
      });
    };
  }

  get cloud() {
    return { compute: this.nova, placement: this.placement };
  }

  /** A server on the first host that holds what it should. */
  async goodServer(): Promise<string> {
    const id = randomUUID();
    this.nova.add({ id, host: 'host1' });
    await this.hold(id, { [this.hosts[0]]: usualAmounts });
    return id;
  }

  async hold(consumer: string, held: Readonly<Record<string, Resources>>, owner = usualOwner): Promise<void> {
    const known = await getAllocations(this.placement, consumer);
    const allocations = Object.fromEntries(
      Object.entries(held).map(([uuid, resources]) => [uuid, { resources }]),
    );
    const consumerGeneration = known?.consumerGeneration ?? null;
    await putAllocations(this.placement, consumer, { allocations, consumerGeneration, ...owner });
  }

  async release(consumer: string): Promise<void> {
    if ((await getAllocations(this.placement, consumer)) !== null) {
      await deleteAllocations(this.placement, consumer);
    }
  }
}

export async function makeHost(placement: Transport, name: string): Promise<string> {
  const { uuid, generation } = await createProvider(placement, { uuid: randomUUID(), name });
  const classes = ['VCPU', 'MEMORY_MB', 'DISK_GB'].map((each) => [each, { total: 100_000 }]);
  await putInventories(placement, uuid, { generation, inventories: Object.fromEntries(classes) });
  return uuid;
}
