import { hostname } from 'node:os';
import { DriverOptions, type OptionValues } from '../driver-options.ts';
import { type Shape, shapes } from './shapes.ts';

/** A machine that is made up. */
export interface FakeHost {
  readonly shape: Shape;
  /** Of its node, or what those of several begin with. */
  readonly name: string;
  readonly nodes: number;
  readonly vcpus: Sized;
  readonly memoryMb: Sized;
  readonly diskGb: Sized;
  /** Of the CPUs, in the shapes that have any. */
  readonly dedicatedCpus: number;
  readonly cells: number;
  readonly gpus: number;
  readonly vgpusPerGpu: number;
  readonly pciSlots: number;
  readonly pciDevicesPerSlot: number;
  /** Such as CUSTOM_PCI_8086_1572. */
  readonly pciClass: string;
  readonly guests: FakeGuestOptions;
}

/** How its machines behave. */
export interface FakeGuestOptions {
  /** Where they are kept. */
  readonly kept: 'in memory' | 'in files';
  readonly buildDelayMs: number;
  /** What everything else takes. */
  readonly workDelayMs: number;
  /** What it takes to send a machine while it runs: any, or only those with some flavors, by their names. */
  readonly liveMoveMs: number;
  readonly slowFlavors: readonly string[];
  /** Of all builds, this part fails: always those of the same servers. */
  readonly failBuilds: number;
  /** Builds from these images fail, by their ids, and those with these flavors, by their names. */
  readonly failImages: readonly string[];
  readonly failFlavors: readonly string[];
}

export interface Sized {
  readonly total: number;
  readonly reserved: number;
  readonly ratio: number;
}

const counts = { min: 1, max: 1024 };

/** What the options of the driver `fake` say; docs/hosts.md has a table of them. */
export function readFakeHost(values: OptionValues): FakeHost {
  const options = new DriverOptions(values);
  const sized = (name: string, short: string, total: number, ratio: number): Sized => ({
    total: options.wholeNumber(name, total, { min: 1, max: 2 ** 30 }),
    reserved: options.wholeNumber(`reserved-${name}`, 0, { min: 0, max: 2 ** 30 }),
    ratio: options.ratio(`${short}-ratio`, ratio),
  });
  const vcpus = sized('vcpus', 'cpu', 16, 4);
  const host: FakeHost = {
    shape: options.choice<Shape>('shape', 'flat', Object.keys(shapes) as Shape[]),
    name: options.text('name', hostname()),
    nodes: options.wholeNumber('nodes', 1, { min: 1, max: 10_000 }),
    vcpus,
    memoryMb: sized('memory-mb', 'memory', 32_768, 1),
    diskGb: sized('disk-gb', 'disk', 1024, 1),
    dedicatedCpus: options.wholeNumber('dedicated-cpus', Math.ceil(vcpus.total / 2), {
      min: 1,
      max: 2 ** 30,
    }),
    cells: options.wholeNumber('cells', 2, counts),
    gpus: options.wholeNumber('gpus', 2, counts),
    vgpusPerGpu: options.wholeNumber('vgpus-per-gpu', 8, counts),
    pciSlots: options.wholeNumber('pci-slots', 4, counts),
    pciDevicesPerSlot: options.wholeNumber('pci-devices-per-slot', 1, counts),
    pciClass: pciClassOf(options),
    guests: readGuestOptions(options),
  };
  options.end();
  checkFakeHost(host, options);
  return host;
}

function readGuestOptions(options: DriverOptions): FakeGuestOptions {
  const delays = { min: 0, max: 86_400_000 };
  return {
    kept: options.flag('keep-machines', true) ? 'in files' : 'in memory',
    buildDelayMs: options.wholeNumber('build-delay', 0, delays),
    workDelayMs: options.wholeNumber('work-delay', 0, delays),
    liveMoveMs: options.wholeNumber('live-move-delay', 0, delays),
    slowFlavors: options.list('slow-flavors'),
    failBuilds: options.fraction('fail-builds', 0),
    failImages: options.list('fail-images'),
    failFlavors: options.list('fail-flavors'),
  };
}

function pciClassOf(options: DriverOptions): string {
  const product = options.text('pci-product', '8086:1572');
  if (/^[\da-f]{4}:[\da-f]{4}$/i.test(product))
    return `CUSTOM_PCI_${product.replace(':', '_').toUpperCase()}`;
  throw options.error('pci-product', `is a vendor and a product, such as '8086:1572'`);
}

function checkFakeHost(host: FakeHost, options: DriverOptions): void {
  for (const [name, { total, reserved }] of [
    ['vcpus', host.vcpus],
    ['memory-mb', host.memoryMb],
    ['disk-gb', host.diskGb],
  ] as const) {
    if (reserved > total)
      throw options.error(`reserved-${name}`, `is ${reserved}, more than the ${total} there are`);
  }
  if (host.dedicatedCpus > host.vcpus.total) {
    throw options.error(
      'dedicated-cpus',
      `is ${host.dedicatedCpus}, more than the ${host.vcpus.total} CPUs there are`,
    );
  }
  if (host.cells > Math.min(host.vcpus.total, host.memoryMb.total)) {
    throw options.error('cells', `is ${host.cells}, and not each of them would have a CPU and memory`);
  }
}
