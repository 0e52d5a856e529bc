import type { ConsumerId, ProviderId } from '@berth/engine/ids.ts';
import type { ZoneChange } from './host-aggregates/allowed-zone.ts';
import type { FlavorId, GroupId, PlanId, ServiceId } from './ids.ts';
import type { MigrationStatus } from './migrations/migration.ts';
import type { PlanState } from './plans/plan.ts';
import type { RunAction } from './plans/run-plan.ts';
import type { LimitedThing } from './quotas/limits.ts';
import type { ExceededLimit } from './quotas/servers-that-fit.ts';
import type { TaskState, VmState } from './servers/server-states.ts';

/** Every expected no of compute. How it is said to clients is in the service. */
export type ComputeRefusalReason =
  | { readonly kind: 'flavor-not-found'; readonly id: FlavorId }
  | { readonly kind: 'flavor-id-exists'; readonly id: FlavorId }
  | { readonly kind: 'flavor-name-exists'; readonly name: string }
  | { readonly kind: 'flavor-is-public'; readonly id: FlavorId }
  | { readonly kind: 'flavor-access-exists'; readonly number: number; readonly projectId: string }
  | { readonly kind: 'flavor-access-not-found'; readonly number: number; readonly projectId: string }
  | { readonly kind: 'too-many-flavor-projects'; readonly most: number }
  | { readonly kind: 'too-many-extra-specs'; readonly most: number }
  | { readonly kind: 'too-many-user-quotas'; readonly most: number }
  | { readonly kind: 'extra-spec-not-found'; readonly id: FlavorId; readonly key: string }
  | { readonly kind: 'service-not-found'; readonly id: ServiceId }
  | { readonly kind: 'host-has-servers'; readonly host: string }
  | { readonly kind: 'host-in-use'; readonly host: string; readonly provider: ProviderId }
  | { readonly kind: 'node-of-other-host'; readonly id: ProviderId; readonly host: string }
  | { readonly kind: 'provider-is-no-node'; readonly id: ProviderId }
  | { readonly kind: 'aggregate-not-found'; readonly number: string }
  | { readonly kind: 'aggregate-name-exists'; readonly name: string }
  | { readonly kind: 'aggregate-has-hosts'; readonly number: number }
  | { readonly kind: 'aggregate-host-unknown'; readonly host: string }
  | { readonly kind: 'aggregate-host-exists'; readonly number: number; readonly host: string }
  | { readonly kind: 'aggregate-host-not-found'; readonly number: number | string; readonly host: string }
  | { readonly kind: 'host-in-other-zone'; readonly number: number; readonly zones: readonly string[] }
  | {
      readonly kind: 'aggregate-zone-empty';
      readonly by: ZoneChange;
      readonly number: number;
      readonly name: string;
    }
  | {
      readonly kind: 'aggregate-zone-differs';
      readonly by: ZoneChange;
      readonly number: number;
      readonly zones: readonly string[];
    }
  | { readonly kind: 'aggregate-zone-in-use'; readonly by: ZoneChange; readonly number: number }
  | { readonly kind: 'too-much-aggregate-metadata'; readonly most: number }
  | { readonly kind: 'keypair-not-found'; readonly userId: string; readonly name: string }
  | { readonly kind: 'keypair-exists'; readonly name: string }
  | { readonly kind: 'keypair-invalid'; readonly problem: string }
  | { readonly kind: 'too-many-keypairs' }
  | { readonly kind: 'server-group-not-found'; readonly id: GroupId }
  | { readonly kind: 'too-many-server-groups' }
  | { readonly kind: 'rules-without-anti-affinity' }
  | {
      readonly kind: 'limit-below-use';
      readonly thing: LimitedThing;
      readonly limit: number;
      readonly least: number;
    }
  | {
      readonly kind: 'limit-above-project';
      readonly thing: LimitedThing;
      readonly limit: number;
      readonly most: number;
    }
  | { readonly kind: 'server-not-found'; readonly id: ConsumerId }
  | { readonly kind: 'server-is-locked'; readonly id: ConsumerId }
  | { readonly kind: 'server-not-ready'; readonly id: ConsumerId }
  | {
      readonly kind: 'server-in-state';
      readonly id: ConsumerId;
      readonly action: string;
      readonly attribute: 'vm_state' | 'task_state';
      readonly state: VmState | TaskState;
    }
  | { readonly kind: 'server-state-invalid'; readonly id: ConsumerId; readonly action: string }
  | { readonly kind: 'host-of-server-is-down'; readonly host: string }
  | { readonly kind: 'server-not-resized' }
  | { readonly kind: 'host-has-migrations'; readonly host: string }
  | { readonly kind: 'target-host-not-found'; readonly host: string }
  | { readonly kind: 'target-is-source' }
  | { readonly kind: 'host-still-in-use'; readonly host: string }
  | { readonly kind: 'server-is-there-already'; readonly host: string }
  | { readonly kind: 'too-many-servers'; readonly exceeded: readonly ExceededLimit[] }
  | { readonly kind: 'too-many-at-once'; readonly most: number }
  | { readonly kind: 'too-much-metadata'; readonly most: number }
  | { readonly kind: 'metadata-not-found'; readonly id: ConsumerId; readonly key: string }
  | { readonly kind: 'too-many-tags'; readonly most: number }
  | { readonly kind: 'tag-not-found'; readonly id: ConsumerId; readonly tag: string }
  | { readonly kind: 'hinted-group-not-found'; readonly id: GroupId }
  | { readonly kind: 'too-many-group-members' }
  | { readonly kind: 'host-not-found'; readonly host: string }
  | { readonly kind: 'address-in-use'; readonly address: string }
  /** Of this server; it may be anything that was asked for. */
  | { readonly kind: 'migration-of-server-not-found'; readonly id: ConsumerId; readonly migration: string }
  | { readonly kind: 'migration-to-complete-not-found'; readonly id: ConsumerId; readonly migration: string }
  | {
      readonly kind: 'migration-in-state';
      readonly id: ConsumerId;
      readonly number: number;
      readonly status: MigrationStatus;
      readonly action: string;
    }
  | { readonly kind: 'plan-not-found'; readonly id: PlanId }
  | { readonly kind: 'too-many-plans'; readonly most: number }
  | {
      readonly kind: 'plan-in-state';
      readonly id: PlanId;
      readonly state: PlanState;
      readonly action: RunAction | 'complete' | 'delete';
    };

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
