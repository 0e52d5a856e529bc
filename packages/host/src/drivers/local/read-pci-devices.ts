import type { KernelFiles } from './kernel-files.ts';
import { isChosen, type PciFilter } from './pci-filter.ts';

/** What one slot, or one card with virtual functions, hands out. */
export interface PciGroup {
  /** Of the device itself, or of the physical function behind virtual ones. */
  readonly address: string;
  /** Such as CUSTOM_PCI_8086_154C, as Nova names them. */
  readonly resourceClass: string;
  readonly count: number;
}

interface PciDevice {
  readonly address: string;
  readonly vendor: string;
  readonly product: string;
  /** The address of its physical function, if it is a virtual one. */
  readonly physical: string | null;
}

const directory = '/sys/bus/pci/devices';

/**
 * The chosen devices. Virtual functions are together under their physical one, and then that one is not handed out itself: it cannot
 * be while they are.
 */
export function readPciDevices(files: KernelFiles, filters: readonly PciFilter[]): readonly PciGroup[] {
  if (filters.length === 0) return [];
  const devices = files.names(directory).flatMap((address) => readDevice(files, address) ?? []);
  const chosen = devices.filter((device) => isChosen(filters, device));
  const groups = new Map<string, PciDevice[]>();
  for (const device of chosen) {
    if (device.physical === null) continue;
    groups.set(device.physical, [...(groups.get(device.physical) ?? []), device]);
  }
  for (const device of chosen) {
    if (device.physical !== null) continue;
    if (groups.has(device.address)) {
      files.warn(`${directory}/${device.address}`, 'is not handed out, since its virtual functions are');
    } else groups.set(device.address, [device]);
  }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([address, members]) => groupOf(files, address, members));
}

function readDevice(files: KernelFiles, address: string): PciDevice | null {
  if (!/^[\da-f]{4,8}:[\da-f]{2}:[\da-f]{2}\.[0-7]$/.test(address)) return null;
  const vendor = idIn(files, `${directory}/${address}/vendor`);
  const product = idIn(files, `${directory}/${address}/device`);
  if (vendor === null || product === null) return null;
  return { address, vendor, product, physical: files.linkName(`${directory}/${address}/physfn`) };
}

function idIn(files: KernelFiles, path: string): string | null {
  const text = files.text(path);
  const [, id] = /^0x([\da-f]{4})$/i.exec(text ?? '') ?? [];
  if (text !== null && id === undefined)
    files.warn(path, 'is no id of a vendor or product; the device is left out');
  return id?.toLowerCase() ?? null;
}

/** One provider has one class: of different products under one card the first counts. */
function groupOf(files: KernelFiles, address: string, members: readonly PciDevice[]): readonly PciGroup[] {
  const [first] = members;
  if (first === undefined) return [];
  const alike = members.filter(({ vendor, product }) => vendor === first.vendor && product === first.product);
  if (alike.length < members.length) {
    files.warn(
      `${directory}/${address}`,
      `has functions of several products; only ${first.vendor}:${first.product} is handed out`,
    );
  }
  const resourceClass = `CUSTOM_PCI_${first.vendor}_${first.product}`.toUpperCase();
  return [{ address, resourceClass, count: alike.length }];
}
