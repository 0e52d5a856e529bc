import { evenPart } from '../even-part.ts';
import { inventoryOf, withoutEmpty } from '../inventory-of.ts';
import type { Picture, WantedProvider } from '../reshape/picture.ts';
import type { FakeHost, Sized } from './fake-host.ts';

export type Shape = keyof typeof shapes;

/**
 * How a made-up machine shows what it has. Those that end in a number are before and after what drivers have gone through in the field;
 * to start with another shape than last time is what makes a reshape.
 */
export const shapes = {
  /** Everything on the root. */
  flat: (host, name) => [root(host, name)],
  /** CPUs and memory on a child for each NUMA cell. */
  numa: (host, name) => [
    { name, parent: null, inventories: { DISK_GB: sizedInventory(host.diskGb) }, traits: [] },
    ...Array.from({ length: host.cells }, (_, index) => cell(host, name, index)),
  ],
  /** The virtual GPUs of all physical ones on the root. */
  'gpu-v1': (host, name) => [root(host, name, { VGPU: inventoryOf(host.gpus * host.vgpusPerGpu) })],
  /** A child for each physical GPU. */
  'gpu-v2': (host, name) => [
    root(host, name),
    ...Array.from({ length: host.gpus }, (_, index) =>
      child(name, `gpu${index}`, { VGPU: inventoryOf(host.vgpusPerGpu) }),
    ),
  ],
  /** Consumers that have CPUs for themselves hold VCPU like all others. */
  'dedicated-v1': (host, name) => [root(host, name)],
  /** They hold PCPU, and VCPU are the CPUs that are left. */
  'dedicated-v2': (host, name) => {
    const { total, reserved, ratio } = host.vcpus;
    const shared = total - host.dedicatedCpus;
    const VCPU = inventoryOf(shared, { reserved: Math.min(reserved, shared), ratio });
    return [root(host, name, { VCPU, PCPU: inventoryOf(host.dedicatedCpus) })];
  },
  /** The devices of all slots on the root. */
  'pci-v1': (host, name) => [
    root(host, name, { [host.pciClass]: inventoryOf(host.pciSlots * host.pciDevicesPerSlot) }),
  ],
  /** A child for each slot, named as Nova names them. */
  'pci-v2': (host, name) => [
    root(host, name),
    ...Array.from({ length: host.pciSlots }, (_, index) => ({
      ...child(name, pciAddress(index), { [host.pciClass]: inventoryOf(host.pciDevicesPerSlot) }),
      traits: ['COMPUTE_MANAGED_PCI_DEVICE'],
    })),
  ],
} as const satisfies Readonly<Record<string, (host: FakeHost, name: string) => Picture>>;

function root(host: FakeHost, name: string, more: WantedProvider['inventories'] = {}): WantedProvider {
  const inventories = {
    VCPU: sizedInventory(host.vcpus),
    MEMORY_MB: sizedInventory(host.memoryMb),
    DISK_GB: sizedInventory(host.diskGb),
    ...more,
  };
  return { name, parent: null, inventories: withoutEmpty(inventories), traits: [] };
}

function cell(host: FakeHost, name: string, index: number): WantedProvider {
  const inventories = {
    VCPU: sizedInventory(partOf(host.vcpus, index, host.cells)),
    MEMORY_MB: sizedInventory(partOf(host.memoryMb, index, host.cells)),
  };
  return { ...child(name, `numa${index}`, inventories), traits: ['HW_NUMA_ROOT'] };
}

function child(name: string, suffix: string, inventories: WantedProvider['inventories']): WantedProvider {
  return { name: `${name}_${suffix}`, parent: name, inventories, traits: [] };
}

function sizedInventory({ total, reserved, ratio }: Sized): ReturnType<typeof inventoryOf> {
  return inventoryOf(total, { reserved, ratio });
}

function partOf({ total, reserved, ratio }: Sized, index: number, count: number): Sized {
  const part = evenPart(total, index, count);
  return { total: part, reserved: Math.min(part, evenPart(reserved, index, count)), ratio };
}

function pciAddress(index: number): string {
  const bus = (0x81 + Math.floor(index / 32)).toString(16).padStart(2, '0');
  return `0000:${bus}:${(index % 32).toString(16).padStart(2, '0')}.0`;
}
