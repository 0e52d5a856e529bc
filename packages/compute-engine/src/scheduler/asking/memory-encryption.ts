import { agreedBoolean, agreedWord } from '@berth/extra-specs/flavor-and-image/agreement.ts';
import {
  memoryEncryptionModelPair,
  memoryEncryptionPair,
} from '@berth/extra-specs/flavor-and-image/pairs.ts';
import { refuse } from '@berth/extra-specs/flavor-and-image/server.ts';
import type { RequestDraft } from './request-draft.ts';
import type { Wishes } from './wishes.ts';

/** A guest whose memory is encrypted takes one of the keys that its host has. */
export function memoryEncryption(wishes: Wishes, draft: RequestDraft): void {
  if (agreedBoolean(wishes, memoryEncryptionPair, refuse) !== true) return;
  const model = agreedWord(wishes, memoryEncryptionModelPair, refuse) ?? 'amd-sev';
  draft.host.want('MEM_ENCRYPTION_CONTEXT', 1);
  if (typeof model === 'string') draft.host.require(`HW_CPU_X86_${model.toUpperCase().replaceAll('-', '_')}`);
}
