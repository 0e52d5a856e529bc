import { agreedWord } from '@berth/extra-specs/flavor-and-image/agreement.ts';
import { maxphysaddrModePair } from '@berth/extra-specs/flavor-and-image/pairs.ts';
import { refuse } from '@berth/extra-specs/flavor-and-image/server.ts';
import type { RequestDraft } from './request-draft.ts';
import type { Wishes } from './wishes.ts';

/** How the size of the guest's physical addresses comes about. */
export function addressSpace(wishes: Wishes, draft: RequestDraft): void {
  const mode = agreedWord(wishes, maxphysaddrModePair, refuse);
  if (mode === 'passthrough') draft.host.require('COMPUTE_ADDRESS_SPACE_PASSTHROUGH');
  else if (mode === 'emulate') draft.host.require('COMPUTE_ADDRESS_SPACE_EMULATED');
}
