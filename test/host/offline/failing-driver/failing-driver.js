/** Three machines, of which one cannot be asked. */
export function createDriver({ tools }) {
  const uuid = tools.nodeUuid();
  const inventory = {
    VCPU: { total: 8, reserved: 0, minUnit: 1, maxUnit: 8, stepSize: 1, allocationRatio: 1 },
  };
  return {
    nodes: async () =>
      ['rack-0', 'rack-1', 'rack-2'].map((name) => ({ uuid: tools.childUuid(uuid, name), name })),
    updateProviderTree(tree, nodename) {
      if (nodename === 'rack-1') throw new Error('its controller is away');
      tree.updateInventory(nodename, inventory);
    },
    capabilityTraits: () => new Map(),
  };
}
