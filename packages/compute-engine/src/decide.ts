import { unreachable } from '@berth/engine/assert.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { ComputeChange } from './changes.ts';
import { type KeepExplanation, keepExplanation } from './decisions/keep-explanation.ts';
import {
  type DeleteFlavor,
  type DescribeFlavor,
  deleteFlavor,
  describeFlavor,
} from './flavors/change-flavor.ts';
import { type CreateFlavor, createFlavor } from './flavors/create-flavor.ts';
import {
  type AddExtraSpecs,
  addExtraSpecs,
  type RemoveExtraSpec,
  removeExtraSpec,
} from './flavors/extra-specs.ts';
import { type GrantFlavor, grantFlavor, type RevokeFlavor, revokeFlavor } from './flavors/flavor-access.ts';
import {
  type AddAggregateHost,
  addAggregateHost,
  type RemoveAggregateHost,
  removeAggregateHost,
} from './host-aggregates/change-aggregate-hosts.ts';
import {
  type SetAggregateMetadata,
  setAggregateMetadata,
  type UpdateAggregate,
  updateAggregate,
} from './host-aggregates/change-aggregate.ts';
import { type CreateAggregate, createAggregate } from './host-aggregates/create-aggregate.ts';
import { type DeleteAggregate, deleteAggregate } from './host-aggregates/delete-aggregate.ts';
import { type ChangeService, changeService } from './hosts/change-service.ts';
import { type HostSeen, type HostsSilent, hostSeen, hostsSilent } from './hosts/host-presence.ts';
import { type RegisterHost, registerHost } from './hosts/register-host.ts';
import { type RemoveService, removeService } from './hosts/remove-service.ts';
import { type EndImageChore, endImageChore } from './images/end-image-chore.ts';
import { type ReportOrder, reportOrder } from './orders/report-order.ts';
import { type ReportPorts, reportPorts } from './orders/report-ports.ts';
import { type ReportPower, reportPower } from './servers/report-power.ts';
import { type AddPlanMoves, addPlanMoves } from './plans/add-plan-moves.ts';
import { type AdvancePlan, advancePlan } from './plans/advance-plan.ts';
import { planMoves } from './plans/plan-moves.ts';
import { type CreatePlan, createPlan } from './plans/create-plan.ts';
import { type DeletePlan, deletePlan } from './plans/delete-plan.ts';
import { type RunPlan, runPlan } from './plans/run-plan.ts';
import { type CreateKeypair, createKeypair } from './keypairs/create-keypair.ts';
import { type DeleteKeypair, deleteKeypair } from './keypairs/delete-keypair.ts';
import { type ResetQuota, resetQuota } from './quotas/reset-quota.ts';
import { type SetClassQuota, setClassQuota } from './quotas/set-class-quota.ts';
import { type SetQuota, setQuota } from './quotas/set-quota.ts';
import { type CreateServerGroup, createServerGroup } from './server-groups/create-server-group.ts';
import { type DeleteServerGroup, deleteServerGroup } from './server-groups/delete-server-group.ts';
import { type ConfirmMove, confirmMove, type RevertMove, revertMove } from './moves/end-move.ts';
import { type EvacuateServer, evacuateServer } from './moves/evacuate-server.ts';
import { type ForgetLeftovers, forgetLeftovers } from './moves/forget-leftovers.ts';
import { type LiveMoveServer, liveMoveServer } from './moves/live-move-server.ts';
import {
  type AbortLiveMove,
  abortLiveMove,
  type CompleteLiveMove,
  completeLiveMove,
} from './moves/live-move-wishes.ts';
import { type MoveServer, moveServer } from './moves/move-server.ts';
import { type ActOnServer, actOnServer } from './servers/act-on-server.ts';
import {
  type RemoveMetadata,
  removeMetadata,
  type SetMetadata,
  setMetadata,
} from './servers/change-metadata.ts';
import {
  type AddTag,
  addTag,
  type RemoveTag,
  type RemoveTags,
  removeTag,
  removeTags,
  type SetTags,
  setTags,
} from './servers/change-tags.ts';
import { type CreateServers, createServers } from './servers/create-servers.ts';
import { type DeleteServer, deleteServer } from './servers/delete-server.ts';
import { type ForgetServer, forgetServer } from './servers/forget-server.ts';
import { type LockServer, lockServer, type UnlockServer, unlockServer } from './servers/lock-server.ts';
import { type RebuildServer, rebuildServer } from './servers/rebuild-server.ts';
import { type ResetServerState, resetServerState } from './servers/reset-server-state.ts';
import {
  type OffloadServer,
  offloadServer,
  type ShelveServer,
  shelveServer,
  type SweepShelved,
  sweepShelved,
} from './servers/shelve-server.ts';
import { type UnshelveServer, unshelveServer } from './servers/unshelve-server.ts';
import { type UpdateServer, updateServer } from './servers/update-server.ts';
import type { ComputeCloud } from './compute-state.ts';

export type ComputeCommand =
  | CreateFlavor
  | DescribeFlavor
  | DeleteFlavor
  | GrantFlavor
  | RevokeFlavor
  | AddExtraSpecs
  | RemoveExtraSpec
  | RegisterHost
  | HostSeen
  | HostsSilent
  | ChangeService
  | RemoveService
  | CreateAggregate
  | UpdateAggregate
  | SetAggregateMetadata
  | AddAggregateHost
  | RemoveAggregateHost
  | DeleteAggregate
  | ReportOrder
  | ReportPorts
  | ReportPower
  | CreateKeypair
  | DeleteKeypair
  | CreateServerGroup
  | DeleteServerGroup
  | SetQuota
  | ResetQuota
  | SetClassQuota
  | CreateServers
  | KeepExplanation
  | UpdateServer
  | DeleteServer
  | ForgetServer
  | ActOnServer
  | MoveServer
  | EvacuateServer
  | ForgetLeftovers
  | LiveMoveServer
  | AbortLiveMove
  | CompleteLiveMove
  | ConfirmMove
  | RevertMove
  | RebuildServer
  | LockServer
  | UnlockServer
  | ResetServerState
  | ShelveServer
  | OffloadServer
  | SweepShelved
  | UnshelveServer
  | EndImageChore
  | SetMetadata
  | RemoveMetadata
  | SetTags
  | AddTag
  | RemoveTag
  | RemoveTags
  | CreatePlan
  | AddPlanMoves
  | DeletePlan
  | RunPlan
  | AdvancePlan;

const commandKinds = {
  'create-flavor': true,
  'describe-flavor': true,
  'delete-flavor': true,
  'grant-flavor': true,
  'revoke-flavor': true,
  'add-extra-specs': true,
  'remove-extra-spec': true,
  'register-host': true,
  'host-seen': true,
  'hosts-silent': true,
  'change-service': true,
  'remove-service': true,
  'create-aggregate': true,
  'update-aggregate': true,
  'set-aggregate-metadata': true,
  'add-aggregate-host': true,
  'remove-aggregate-host': true,
  'delete-aggregate': true,
  'report-order': true,
  'report-ports': true,
  'report-power': true,
  'create-keypair': true,
  'delete-keypair': true,
  'create-server-group': true,
  'delete-server-group': true,
  'set-quota': true,
  'reset-quota': true,
  'set-class-quota': true,
  'create-servers': true,
  'keep-explanation': true,
  'update-server': true,
  'delete-server': true,
  'forget-server': true,
  'act-on-server': true,
  'move-server': true,
  'evacuate-server': true,
  'forget-leftovers': true,
  'live-move-server': true,
  'abort-live-move': true,
  'complete-live-move': true,
  'confirm-move': true,
  'revert-move': true,
  'rebuild-server': true,
  'lock-server': true,
  'unlock-server': true,
  'reset-server-state': true,
  'shelve-server': true,
  'offload-server': true,
  'sweep-shelved': true,
  'unshelve-server': true,
  'end-image-chore': true,
  'set-metadata': true,
  'remove-metadata': true,
  'set-tags': true,
  'add-tag': true,
  'remove-tag': true,
  'remove-tags': true,
  'create-plan': true,
  'add-plan-moves': true,
  'delete-plan': true,
  'run-plan': true,
  'advance-plan': true,
} as const satisfies Record<ComputeCommand['kind'], true>;

export function isComputeCommand(command: { readonly kind: string }): command is ComputeCommand {
  return Object.hasOwn(commandKinds, command.kind);
}

/** The changes that a command asks for, of this part and of Placement. Throws a refusal of either; changes nothing itself. */
export function decideComputeCommand(
  cloud: ComputeCloud,
  command: ComputeCommand,
): readonly (ComputeChange | PlacementChange)[] {
  const { compute } = cloud;
  switch (command.kind) {
    case 'create-flavor':
      return createFlavor(compute, command);
    case 'describe-flavor':
      return describeFlavor(compute, command);
    case 'delete-flavor':
      return deleteFlavor(compute, command);
    case 'grant-flavor':
      return grantFlavor(compute, command);
    case 'revoke-flavor':
      return revokeFlavor(compute, command);
    case 'add-extra-specs':
      return addExtraSpecs(compute, command);
    case 'remove-extra-spec':
      return removeExtraSpec(compute, command);
    case 'register-host':
      return registerHost(cloud, command);
    case 'host-seen':
      return hostSeen(compute, command);
    case 'hosts-silent':
      return hostsSilent(compute, command);
    case 'change-service':
      return changeService(cloud, command);
    case 'remove-service':
      return removeService(cloud, command);
    case 'create-aggregate':
      return createAggregate(compute, command);
    case 'update-aggregate':
      return updateAggregate(compute, command);
    case 'set-aggregate-metadata':
      return setAggregateMetadata(compute, command);
    case 'add-aggregate-host':
      return addAggregateHost(cloud, command);
    case 'remove-aggregate-host':
      return removeAggregateHost(cloud, command);
    case 'delete-aggregate':
      return deleteAggregate(compute, command);
    case 'report-order':
      return reportOrder(cloud, command);
    case 'report-ports':
      return reportPorts(cloud, command);
    case 'report-power':
      return reportPower(compute, command);
    case 'create-keypair':
      return createKeypair(compute, command);
    case 'delete-keypair':
      return deleteKeypair(compute, command);
    case 'create-server-group':
      return createServerGroup(compute, command);
    case 'delete-server-group':
      return deleteServerGroup(compute, command);
    case 'set-quota':
      return setQuota(compute, command);
    case 'reset-quota':
      return resetQuota(compute, command);
    case 'set-class-quota':
      return setClassQuota(compute, command);
    case 'create-servers':
      return createServers(cloud, command);
    case 'keep-explanation':
      return keepExplanation(compute, command);
    case 'update-server':
      return updateServer(compute, command);
    case 'delete-server':
      return deleteServer(cloud, command);
    case 'forget-server':
      return forgetServer(compute, command);
    case 'act-on-server':
      return actOnServer(compute, command);
    case 'move-server':
      return moveServer(cloud, command);
    case 'evacuate-server':
      return evacuateServer(cloud, command);
    case 'forget-leftovers':
      return forgetLeftovers(cloud, command);
    case 'live-move-server':
      return liveMoveServer(cloud, command);
    case 'abort-live-move':
      return abortLiveMove(cloud, command);
    case 'complete-live-move':
      return completeLiveMove(cloud, command);
    case 'confirm-move':
      return confirmMove(compute, command);
    case 'revert-move':
      return revertMove(compute, command);
    case 'rebuild-server':
      return rebuildServer(compute, command);
    case 'lock-server':
      return lockServer(compute, command);
    case 'unlock-server':
      return unlockServer(compute, command);
    case 'reset-server-state':
      return resetServerState(compute, command);
    case 'shelve-server':
      return shelveServer(compute, command);
    case 'offload-server':
      return offloadServer(compute, command);
    case 'sweep-shelved':
      return sweepShelved(compute, command);
    case 'unshelve-server':
      return unshelveServer(cloud, command);
    case 'end-image-chore':
      return endImageChore(compute, command);
    case 'set-metadata':
      return setMetadata(compute, command);
    case 'remove-metadata':
      return removeMetadata(compute, command);
    case 'set-tags':
      return setTags(compute, command);
    case 'add-tag':
      return addTag(compute, command);
    case 'remove-tag':
      return removeTag(compute, command);
    case 'remove-tags':
      return removeTags(compute, command);
    case 'create-plan':
      return createPlan(compute, command);
    case 'add-plan-moves':
      return addPlanMoves(compute, command);
    case 'delete-plan':
      return deletePlan(compute, command);
    case 'run-plan':
      return runPlan(compute, command);
    case 'advance-plan':
      return advancePlan(cloud, command, planMoves);
    default:
      return unreachable(command);
  }
}
