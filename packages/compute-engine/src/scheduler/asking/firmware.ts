import { agreedWord } from '@berth/extra-specs/flavor-and-image/agreement.ts';
import { secureBootPair } from '@berth/extra-specs/flavor-and-image/pairs.ts';
import { imageBoolean, imageText, refuse } from '@berth/extra-specs/flavor-and-image/server.ts';
import type { RequestDraft } from './request-draft.ts';
import type { Wishes } from './wishes.ts';

export function secureBoot(wishes: Wishes, draft: RequestDraft): void {
  if (agreedWord(wishes, secureBootPair, refuse) !== 'required') return;
  draft.host.require('COMPUTE_SECURITY_UEFI_SECURE_BOOT');
}

/** Firmware without a state is UEFI's. */
export function statelessFirmware(wishes: Wishes, draft: RequestDraft): void {
  const isStateless = imageBoolean(wishes, 'hw_firmware_stateless') === true;
  if (isStateless && imageText(wishes, 'hw_firmware_type') === 'uefi') {
    draft.host.require('COMPUTE_SECURITY_STATELESS_FIRMWARE');
  }
}
