import { hostInventories, hostName } from './flat-hosts.ts';
import { uuidOf } from './uuid-of.ts';
import type { ProviderPlan, WorldPlan } from './world-plan.ts';
import { inventory, seed } from './world-plan.ts';

export const deviceClass = 'CUSTOM_PCI_X';

const deviceTrait = 'CUSTOM_BENCH_PCI';

/** Empty compute nodes, each with so many equal devices, and each device a provider of its own. */
export function devices(name: string, hostCount: number, devicesEach: number): WorldPlan {
  const hosts: ProviderPlan[] = [];
  const providers: ProviderPlan[] = [];
  for (let index = 0; index < hostCount; index += 1) {
    const root = uuidOf(seed, name, 'cn', index);
    const host = {
      uuid: root,
      name: hostName(name, index),
      parent: null,
      root,
      inventories: hostInventories,
      traits: [],
      aggregates: [],
    };
    hosts.push(host);
    providers.push(host);
    for (let device = 0; device < devicesEach; device += 1) {
      const address = (0x81 + device).toString(16);
      providers.push({
        uuid: uuidOf(seed, name, 'pci', index, device),
        name: `${host.name}_0000:${address}:00.0`,
        parent: root,
        root,
        inventories: { [deviceClass]: inventory(1) },
        traits: [deviceTrait],
        aggregates: [],
      });
    }
  }
  return {
    name,
    kind: 'devices',
    traits: [deviceTrait],
    classes: [deviceClass],
    providers,
    consumers: [],
    hosts,
    aggregates: { primary: [], extra: [] },
  };
}
