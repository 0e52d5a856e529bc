import { wantedTpm } from '@berth/extra-specs/flavor-and-image/noticed-later.ts';
import { refuse } from '@berth/extra-specs/flavor-and-image/server.ts';
import type { RequestDraft } from './request-draft.ts';
import type { Wishes } from './wishes.ts';

export function virtualTpm(wishes: Wishes, draft: RequestDraft): void {
  const wanted = wantedTpm(wishes, refuse);
  if (wanted === null) return;
  draft.host.require(wanted.version === '1.2' ? 'COMPUTE_SECURITY_TPM_1_2' : 'COMPUTE_SECURITY_TPM_2_0');
  draft.host.require(wanted.model === 'tpm-crb' ? 'COMPUTE_SECURITY_TPM_CRB' : 'COMPUTE_SECURITY_TPM_TIS');
}
