import type { RequestDraft } from './request-draft.ts';
import type { Wishes } from './wishes.ts';

/** Those that the image requires are required of the host itself. */
export function imageTraits({ reading }: Wishes, draft: RequestDraft): void {
  for (const trait of reading.requiredTraits) draft.host.require(trait);
}
