import type { Server } from '@berth/compute-engine/servers/server.ts';

/** What a server boots from besides its image, where its image says so; else the empty text. */
export function kernelIdOf({ image }: Server): string {
  return image?.properties['kernel_id'] ?? '';
}

export function ramdiskIdOf({ image }: Server): string {
  return image?.properties['ramdisk_id'] ?? '';
}
