import { agreedBoolean, agreedWord } from './agreement.ts';
import { memoryEncryptionModelPair, memoryEncryptionPair } from './pairs.ts';
import { isTrue } from '../python/python-truth.ts';
import {
  extraSpec,
  flavorName,
  imageBoolean,
  imageId,
  imageName,
  imageText,
  refuse,
  type Server,
  unclear,
} from './server.ts';

/** A guest whose memory is encrypted needs UEFI, a machine of the q35 family, and a model that both sides want. */
export function memoryEncryption(server: Server): void {
  if (agreedBoolean(server, memoryEncryptionPair, refuse) !== true) return;
  needsUefi(server);
  needsQ35(server);
  const model = agreedWord(server, memoryEncryptionModelPair, refuse);
  if (model === 'amd-sev-snp') needsStatelessFirmware(server, model);
}

function needsUefi(server: Server): void {
  const property = 'hw_firmware_type';
  const firmware = imageText(server, property);
  if (firmware === unclear || firmware === 'uefi') return;
  refuse(server, {
    rule: 'flavor-image-conflict',
    key: property,
    value: firmware,
    text:
      `Memory encryption requested by ${requesters(server)} but image ${imageName(server)} ` +
      "doesn't have 'hw_firmware_type' property set to 'uefi'",
    suggestion: 'uefi',
  });
}

function requesters(server: Server): string {
  const flavors = extraSpec(server, memoryEncryptionPair.extraSpec);
  const requesting: string[] = [];
  if (flavors !== null && isTrue(flavors)) {
    requesting.push(`${memoryEncryptionPair.extraSpec} extra spec in ${flavorName(server)} flavor`);
  }
  if (imageBoolean(server, memoryEncryptionPair.property) === true) {
    requesting.push(`${memoryEncryptionPair.property} property of image ${imageId(server)}`);
  }
  return requesting.join(' and ');
}

/** Where the image does not say, the host decides. */
function needsQ35(server: Server): void {
  const property = 'hw_machine_type';
  const machineType = imageText(server, property);
  if (machineType === unclear || machineType === null || machineType.includes('q35')) return;
  refuse(server, {
    rule: 'invalid-machine-type',
    key: property,
    value: machineType,
    text:
      `Machine type '${machineType}' is not compatible with image ${imageName(server)} ` +
      `(${imageId(server)}): q35 type is required for SEV to work`,
    suggestion: 'q35',
  });
}

function needsStatelessFirmware(server: Server, model: string): void {
  const property = 'hw_firmware_stateless';
  const isStateless = imageBoolean(server, property);
  if (isStateless === unclear || isStateless === true) return;
  refuse(server, {
    rule: 'stateless-firmware-required',
    key: property,
    value: isStateless === null ? null : 'False',
    text: `Memory encryption model '${model}' requires stateless firmware: set '${property}' on the image.`,
    suggestion: 'true',
  });
}
