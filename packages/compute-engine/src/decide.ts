import { unreachable } from '@berth/engine/assert.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { ComputeChange } from './changes.ts';
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
import type { ComputeCloud } from './compute-state.ts';

export type ComputeCommand =
  | CreateFlavor
  | DescribeFlavor
  | DeleteFlavor
  | GrantFlavor
  | RevokeFlavor
  | AddExtraSpecs
  | RemoveExtraSpec;

const commandKinds = {
  'create-flavor': true,
  'describe-flavor': true,
  'delete-flavor': true,
  'grant-flavor': true,
  'revoke-flavor': true,
  'add-extra-specs': true,
  'remove-extra-spec': true,
} as const satisfies Record<ComputeCommand['kind'], true>;

export function isComputeCommand(command: { readonly kind: string }): command is ComputeCommand {
  return Object.hasOwn(commandKinds, command.kind);
}

/** The changes that a command asks for, of this part and of Placement. Throws a refusal of either; changes nothing itself. */
export function decideComputeCommand(
  { compute }: ComputeCloud,
  command: ComputeCommand,
): readonly (ComputeChange | PlacementChange)[] {
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
    default:
      return unreachable(command);
  }
}
