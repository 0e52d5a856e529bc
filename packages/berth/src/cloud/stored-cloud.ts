import { type ComputeChange, isComputeChange } from '@berth/compute-engine/changes.ts';
import { ComputeState } from '@berth/compute-engine/compute-state.ts';
import { type ComputeCommand, isComputeCommand } from '@berth/compute-engine/decide.ts';
import { aggregatesOfNode } from '@berth/compute-engine/host-aggregates/aggregates-of-node.ts';
import { contradictionsIn } from '@berth/compute-engine/contradictions-in.ts';
import { leavingDisabled } from '@berth/compute-engine/hosts/disabled-nodes.ts';
import { computeDomain } from '@berth/compute/domain.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Command as PlacementCommand } from '@berth/engine/decide.ts';
import { WorldState } from '@berth/engine/world.ts';
import { placementDomain } from '@berth/placement/domain.ts';
import { identityDomain } from '@berth/identity/domain.ts';
import { type IdentityCommand, isIdentityCommand } from '@berth/identity/domain/decide.ts';
import { IdentityState } from '@berth/identity/domain/identity-state.ts';
import { type IdentityChange, isIdentityChange } from '@berth/identity/domain/nouns.ts';
import { identityContradictions } from '@berth/identity/records/contradictions-in.ts';
import { checkWorld } from '@berth/placement/rows/check-world.ts';
import { type ImagesChange, isImagesChange } from '@berth/images/domain/changes.ts';
import { imageContradictionsIn } from '@berth/images/domain/contradictions-in.ts';
import { type ImagesCommand, isImagesCommand } from '@berth/images/domain/decide.ts';
import { ImagesState } from '@berth/images/domain/images-state.ts';
import { imagesDomain } from '@berth/images/domain.ts';
import { projectionsOf } from './cloud-part.ts';
import type { StoredCloud } from './composition.ts';
import { computePart } from './compute-part.ts';
import type { DisjointKinds } from './disjoint-kinds.ts';
import { identityPart } from './identity-part.ts';
import { imagesPart } from './images-part.ts';
import { placementPart } from './placement-part.ts';

/** The whole state: each part in its own place. */
export interface Cloud {
  readonly placement: WorldState;
  readonly compute: ComputeState;
  readonly identity: IdentityState;
  readonly images: ImagesState;
}

/** Those of all parts. */
export type CloudCommand = DisjointKinds<
  DisjointKinds<DisjointKinds<PlacementCommand, ComputeCommand>, IdentityCommand>,
  ImagesCommand
>;
export type CloudChange = DisjointKinds<
  DisjointKinds<DisjointKinds<PlacementChange, ComputeChange>, IdentityChange>,
  ImagesChange
>;

/** The cloud that berth runs, without its services: commands on a ledger need not load these. */
export const storedCloud: StoredCloud<Cloud, CloudCommand, CloudChange> = {
  newWorld: () => ({
    placement: new WorldState(),
    compute: new ComputeState(),
    identity: new IdentityState(),
    images: new ImagesState(),
  }),
  domain: {
    decide: (cloud, command) => {
      if (isComputeCommand(command)) return computeDomain.decide(cloud, command);
      if (isIdentityCommand(command)) return identityDomain.decide(cloud, command);
      if (isImagesCommand(command)) return imagesDomain.decide(cloud.images, command);
      return placementDomain.decide(cloud.placement, completed(cloud, command));
    },
    apply: (cloud, change) => {
      if (isComputeChange(change)) return computeDomain.apply(cloud.compute, change);
      if (isIdentityChange(change)) return identityDomain.apply(cloud.identity, change);
      if (isImagesChange(change)) return imagesDomain.apply(cloud.images, change);
      return placementDomain.apply(cloud.placement, change);
    },
    sizeOf: (cloud, command) => {
      if (isComputeCommand(command)) return computeDomain.sizeOf(command);
      if (isIdentityCommand(command)) return identityDomain.sizeOf(cloud.identity, command);
      if (isImagesCommand(command)) return 1;
      return placementDomain.sizeOf(cloud.placement, command);
    },
    weightOf: (change) => {
      if (isComputeChange(change)) return computeDomain.weightOf(change);
      if (isImagesChange(change)) return imagesDomain.weightOf(change);
      return isIdentityChange(change) ? identityDomain.weightOf(change) : placementDomain.weightOf(change);
    },
  },
  parts: [placementPart, computePart, identityPart, imagesPart],
  contradictionsIn: (cloud) => [
    ...checkWorld(cloud.placement),
    ...contradictionsIn(cloud),
    ...identityContradictions(cloud.identity),
    ...imageContradictionsIn(cloud.images),
  ],
};

/**
 * What compute says of its nodes holds in Placement, whoever writes there: the root of a node is in the aggregates of its host from the
 * beginning, and that of a host that is disabled stays so.
 */
function completed({ compute }: Cloud, command: PlacementCommand): PlacementCommand {
  if (command.kind !== 'create-provider' || command.parentId !== null)
    return leavingDisabled(compute, command);
  return { ...command, aggregates: aggregatesOfNode(compute, command.id) };
}

/** What a ledger of this cloud is opened with. */
export const cloudProjections = projectionsOf(storedCloud.parts);
