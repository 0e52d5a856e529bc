import type { AllocationsByConsumer, Inventory } from '@berth/client/placement/records.ts';
import type { Transport } from '@berth/client/transport.ts';
import type { ProviderTree } from '@berth/host/provider-tree.ts';
import { claimResources } from '@berth/host/report-client/claim-resources.ts';
import {
  removeAllocationsForConsumer,
  removeProviderTreeFromConsumer,
} from '@berth/host/report-client/consumer-allocations.ts';
import {
  addResourceProviderToAggregate,
  removeResourceProviderFromAggregate,
} from '@berth/host/report-client/host-aggregates.ts';
import { moveAllocations } from '@berth/host/report-client/move-allocations.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { retryConflicts } from '@berth/host/report-client/retries.ts';

const root = '10000000-0000-4000-8000-000000000001';
const gpu = '10000000-0000-4000-8000-000000000002';
export const store = '10000000-0000-4000-8000-000000000003';
const aggregate = 'a0000000-0000-4000-8000-000000000001';
const server = 'c0000000-0000-4000-8000-000000000001';
const migration = 'c0000000-0000-4000-8000-000000000002';

/**
 * The stories of record_report_client.py, told with our client: what it does line by line, on an empty Placement, one after the other.
 * `silent` reaches the same service, for what others do.
 */
export function novaStories(
  transport: Transport,
  silent: Transport,
): [name: string, tell: () => Promise<unknown>][] {
  let client = new ReportClient(transport);

  const pass = (edit: Edit, { reshapes } = { reshapes: false }) =>
    retryConflicts(async () => {
      const tree = await client.getProviderTreeAndEnsureRoot(root, 'cn1');
      const allocations = await client.getAllocationsForProviderTree('cn1');
      edit(tree, allocations);
      await client.updateFromProviderTree(tree, reshapes ? allocations : null);
    });

  const claim = () =>
    claimResources(transport, {
      consumerUuid: server,
      request: {
        allocations: { [root]: { resources: { VCPU: 1, CUSTOM_GPU: 1 } } },
        mappings: { '': [root] },
      },
      projectId: 'project',
      userId: 'user',
    });

  const known = async () => {
    await makeStore(silent);
    client = new ReportClient(transport);
    await pass(() => {});
  };

  return [
    ['start of a host that is new', () => pass(first)],
    ['claim', claim],
    ['pass without a change', () => pass(() => {})],
    ['new trait', () => pass((tree) => tree.addTraits('cn1', 'CUSTOM_FAST'))],
    ['new child', () => pass(withChild)],
    ['reshape onto the child', () => pass(reshaped, { reshapes: true })],
    ['start of a host that is known', known],
    ['reshape back, and the child goes', () => pass(reshapedBack, { reshapes: true })],
    ['move to a migration', () => moveAllocations(transport, server, migration)],
    ['confirm', () => removeAllocationsForConsumer(transport, migration)],
    ['new child again', () => pass(withChild)],
    ['delete of a child', () => pass((tree) => tree.remove('cn1_gpu0'))],
    ['claim again', claim],
    ['tree leaves the allocation', () => removeProviderTreeFromConsumer(transport, server, root)],
    ['forced delete', () => removeAllocationsForConsumer(transport, server, { isForced: true })],
    ['host joins an aggregate', () => addResourceProviderToAggregate(transport, 'cn1', aggregate)],
    ['host leaves an aggregate', () => removeResourceProviderFromAggregate(transport, 'cn1', aggregate)],
    ['host goes', () => client.deleteProviderTree(root)],
  ];
}

type Edit = (tree: ProviderTree, allocations: AllocationsByConsumer) => unknown;

const rootInventory = { VCPU: amount(8), CUSTOM_GPU: amount(2) };

const first: Edit = (tree) => {
  tree.updateInventory('cn1', rootInventory);
  tree.updateTraits('cn1', ['COMPUTE_NODE']);
};

const withChild: Edit = (tree) => {
  tree.newChild('cn1_gpu0', 'cn1', gpu);
  tree.updateInventory('cn1_gpu0', { VGPU: amount(4) });
  tree.updateTraits('cn1_gpu0', ['CUSTOM_FAST']);
  tree.updateAggregates('cn1_gpu0', [aggregate]);
};

const reshaped: Edit = (tree, allocations) => {
  tree.updateInventory('cn1', { VCPU: amount(8) });
  tree.updateInventory('cn1_gpu0', { VGPU: amount(4), CUSTOM_GPU: amount(2) });
  const held = allocations.get(server)?.allocations ?? {};
  delete held[root]?.resources['CUSTOM_GPU'];
  held[gpu] = { resources: { CUSTOM_GPU: 1 } };
};

const reshapedBack: Edit = (tree, allocations) => {
  tree.updateInventory('cn1', rootInventory);
  tree.remove('cn1_gpu0');
  const held = allocations.get(server)?.allocations ?? {};
  delete held[gpu];
  Object.assign(held[root]?.resources ?? {}, { CUSTOM_GPU: 1 });
};

function amount(total: number): Inventory {
  return { total, reserved: 0, minUnit: 1, maxUnit: total, stepSize: 1, allocationRatio: 1 };
}

async function makeStore(transport: Transport): Promise<void> {
  const sharing = new ReportClient(transport);
  const tree = await sharing.getProviderTreeAndEnsureRoot(store, 'store1');
  tree.updateAggregates(store, [aggregate]);
  tree.updateTraits(store, ['MISC_SHARES_VIA_AGGREGATE']);
  await sharing.updateFromProviderTree(tree);
}
