import type { ConsumerId, ProviderId } from '@berth/engine/ids.ts';

/**
 * What a host is to destroy of a server that lives on another one, since it was down or was not waited for. It is no step of anything: it is given whenever the
 * host is heard of, beside whatever is done with the server elsewhere.
 */
export interface LeftoverWork {
  readonly kind: 'drop-leftover';
  /** By which it has gone elsewhere. */
  readonly migrationId: ConsumerId;
  /** Of whose tree the server still holds something, until this is done. */
  readonly nodeId: ProviderId;
}

export function isLeftoverWork(work: { readonly kind: string }): work is LeftoverWork {
  return work.kind === 'drop-leftover';
}
