import type { ProviderId } from '@berth/engine/ids.ts';
import type { FlavorId, ServiceId } from './ids.ts';

/** Every expected no of compute. How it is said to clients is in the service. */
export type ComputeRefusalReason =
  | { readonly kind: 'flavor-not-found'; readonly id: FlavorId }
  | { readonly kind: 'flavor-id-exists'; readonly id: FlavorId }
  | { readonly kind: 'flavor-name-exists'; readonly name: string }
  | { readonly kind: 'flavor-is-public'; readonly id: FlavorId }
  | { readonly kind: 'flavor-access-exists'; readonly id: FlavorId; readonly projectId: string }
  | { readonly kind: 'flavor-access-not-found'; readonly id: FlavorId; readonly projectId: string }
  | { readonly kind: 'extra-spec-not-found'; readonly id: FlavorId; readonly key: string }
  | { readonly kind: 'service-not-found'; readonly id: ServiceId }
  | { readonly kind: 'host-has-servers'; readonly host: string }
  | { readonly kind: 'node-of-other-host'; readonly id: ProviderId; readonly host: string }
  | { readonly kind: 'node-is-no-root'; readonly id: ProviderId };

export type ComputeRefusalKind = ComputeRefusalReason['kind'];

/** An expected no. Thrown before anything has changed. */
export class ComputeRefusal extends Error {
  readonly reason: ComputeRefusalReason;

  constructor(reason: ComputeRefusalReason) {
    super(reason.kind);
    this.name = 'ComputeRefusal';
    this.reason = reason;
  }
}

export function refuse(reason: ComputeRefusalReason): never {
  throw new ComputeRefusal(reason);
}
