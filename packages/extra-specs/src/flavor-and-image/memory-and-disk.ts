import { refuse, type Server } from './server.ts';

const bytesPerGb = 1024n ** 3n;

export function enoughMemory(server: Server): void {
  const { flavor, image } = server;
  if (BigInt(flavor.ram) >= whole(image.minRam)) return;
  refuse(server, {
    rule: 'flavor-memory-too-small',
    key: 'min_ram',
    value: String(image.minRam),
    text: "Flavor's memory is too small for requested image.",
  });
}

/** A volume has its own size; and a flavor without a disk sets no limit, for which not everybody may use it. */
export function enoughDisk(server: Server): void {
  const { flavor, circumstances } = server;
  if (circumstances.isVolumeBacked === true) largeEnoughVolume(server);
  else if (flavor.disk === 0) permittedWithoutDisk(server);
  else largeEnoughDisk(server);
}

function largeEnoughVolume(server: Server): void {
  const { image, circumstances } = server;
  if (circumstances.volumeSize === undefined) return;
  const size = whole(circumstances.volumeSize) * bytesPerGb;
  const least = whole(image.minDisk) * bytesPerGb;
  if (least <= size) return;
  refuse(server, {
    rule: 'volume-smaller-than-min-disk',
    key: 'min_disk',
    value: String(image.minDisk),
    text:
      'Volume is smaller than the minimum size specified in image metadata. ' +
      `Volume size is ${size} bytes, minimum size is ${least} bytes.`,
  });
}

function permittedWithoutDisk(server: Server): void {
  if (server.circumstances.mayUseZeroDisk === true) return;
  refuse(server, {
    rule: 'boot-from-volume-required-for-zero-disk-flavor',
    key: 'disk',
    value: '0',
    text: 'Only volume-backed servers are allowed for flavors with zero disk.',
  });
}

function largeEnoughDisk(server: Server): void {
  const { flavor, image, circumstances } = server;
  const disk = BigInt(flavor.disk) * bytesPerGb;
  // What is kept of an image with its server is the smallest disk it needs, not its size.
  const size = circumstances.operation === 'resize' ? 0n : whole(image.size);
  const least = whole(image.minDisk) * bytesPerGb;
  if (size > disk) {
    refuse(server, {
      rule: 'flavor-disk-smaller-than-image',
      key: 'size',
      value: String(image.size),
      text:
        `Flavor's disk is too small for requested image. Flavor disk is ${disk} bytes, ` +
        `image is ${size} bytes.`,
    });
  }
  if (least > disk) {
    refuse(server, {
      rule: 'flavor-disk-smaller-than-min-disk',
      key: 'min_disk',
      value: String(image.minDisk),
      text:
        "Flavor's disk is smaller than the minimum size specified in image metadata. " +
        `Flavor disk is ${disk} bytes, minimum size is ${least} bytes.`,
    });
  }
}

/** What is not said is zero. */
function whole(size: number | null | undefined): bigint {
  return typeof size === 'number' && Number.isFinite(size) ? BigInt(Math.trunc(size)) : 0n;
}
