import { badRequest } from '@berth/api-kit/http-error.ts';
import { checkRule } from '../check-rule.ts';
import type { ComputeContext } from '../endpoint.ts';
import type { CreateBody, WireDevice } from './create-body.ts';

/** In two ways at once, devices are not understood; and not everybody may ask for them. */
export function checkDevicesAreAllowed(context: ComputeContext, server: CreateBody['server']): void {
  const { block_device_mapping: legacy = [], block_device_mapping_v2: devices = [] } = server;
  if (legacy.length > 0 && devices.length > 0) {
    throw badRequest('Using different block_device_mapping syntaxes is not allowed in the same request.');
  }
  if (legacy.length + devices.length > 0) checkRule(context, 'os_compute_api:servers:create:attach_volume');
}

/** Whether the root disk is made of the image, as it would be without any device. */
export function isImageDisk(
  { source_type, destination_type, uuid, boot_index }: WireDevice,
  imageId: string,
): boolean {
  return source_type === 'image' && destination_type === 'local' && uuid === imageId && isFirst(boot_index);
}

/** There is no service for volumes, so whatever is not the disk of the image cannot be had. */
export function checkDevices(server: CreateBody['server'], imageId: string): void {
  const { block_device_mapping: legacy = [], block_device_mapping_v2: devices = [] } = server;
  const isBootable = devices.length === 0 || devices.some(({ boot_index: index }) => isFirst(index));
  if (!isBootable) throw badRequest(notBootable);
  for (const device of [...legacy, ...devices])
    if (!isImageDisk(device, imageId)) throw badRequest(reasonOf(device));
}

function isFirst(index: WireDevice['boot_index']): boolean {
  return index !== undefined && index !== null && Number(index) === 0;
}

const notBootable =
  'Block Device Mapping is Invalid: Boot sequence for the instance and image/block device mapping combination is not valid.';

function reasonOf(device: WireDevice): string {
  const { source_type: source = 'volume', uuid } = device;
  const invalid = 'Block Device Mapping is Invalid';
  const volume = device.volume_id ?? (source === 'volume' ? uuid : undefined);
  if (volume !== undefined) return `${invalid}: failed to get volume ${volume}.`;
  const snapshot = device.snapshot_id ?? (source === 'snapshot' ? uuid : undefined);
  if (snapshot !== undefined) return `${invalid}: failed to get snapshot ${snapshot}.`;
  if (source === 'image' && device.destination_type === 'local') {
    return `${invalid}: Mapping image to local is not supported.`;
  }
  return `${invalid}: there is no volume service.`;
}
