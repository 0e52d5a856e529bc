import { stripped } from '@berth/extra-specs/python/python-blanks.ts';
import { extraSpec } from '@berth/extra-specs/flavor-and-image/server.ts';
import type { RequestDraft } from './request-draft.ts';
import type { Wishes } from './wishes.ts';

/** Persistent memory comes in pieces, whose kinds have labels: `4GB,4GB,16GB`. */
export function persistentMemory(wishes: Wishes, draft: RequestDraft): void {
  const labels = (extraSpec(wishes, 'hw:pmem') ?? '').split(',').map(stripped);
  const pieces = Map.groupBy(
    labels.filter((label) => label !== ''),
    classOf,
  );
  for (const [resourceClass, { length }] of pieces) draft.host.want(resourceClass, length);
}

/** Letters become large ones last: some that are not ASCII would become two that are. */
function classOf(label: string): string {
  return `CUSTOM_${`PMEM_NAMESPACE_${label}`.replaceAll(/[^0-9A-Za-z]+/g, '_').toUpperCase()}`;
}
