import { ReshapeFailed, ReshapeNeeded } from '../driver.ts';
import { ProviderConfigError } from '../provider-config/provider-config.ts';
import {
  InventoryInUse,
  PlacementAPIConflict,
  ResourceProviderCreationFailed,
  ResourceProviderSyncFailed,
  ResourceProviderUpdateFailed,
} from '../report-client/errors.ts';
import { NodeNameError } from './plan-node.ts';

export interface Judgement {
  readonly error: Error;
  readonly isFatal: boolean;
  readonly advice: string | null;
}

interface Row {
  readonly kinds: readonly (abstract new (...values: never[]) => Error)[];
  readonly isFatal: 'always' | 'at startup' | 'never';
  readonly advice: string | null;
}

const seeDifference = '`berth host show --diff` tells what Placement still lacks';

/**
 * What becomes of the process when a node could not be updated: the first row that fits. At startup an update that fails is fatal, so that
 * nobody takes a host for up to date that is not; later on Placement has at least what it had, and the next pass tries again.
 */
const table: readonly Row[] = [
  {
    kinds: [ReshapeNeeded],
    isFatal: 'always',
    advice: 'That is done at startup only: start again, and it moves together with what consumers hold',
  },
  {
    kinds: [ReshapeFailed],
    isFatal: 'always',
    advice: 'All of it moves, or nothing. Do away with the reason, then start again',
  },
  {
    kinds: [PlacementAPIConflict],
    isFatal: 'never',
    advice: null,
  },
  {
    kinds: [InventoryInUse],
    isFatal: 'at startup',
    advice: `Consumers hold what the host does not have any more: move them to other hosts, or bring it back, then start again; ${seeDifference}`,
  },
  {
    kinds: [ResourceProviderCreationFailed],
    isFatal: 'at startup',
    advice:
      'If another provider has the name, the host has had another uuid: put it back into compute_id in the state directory, or delete that provider, then start again',
  },
  {
    kinds: [ResourceProviderSyncFailed, ResourceProviderUpdateFailed],
    isFatal: 'at startup',
    advice: `What was written so far is good. Do away with the reason, then start again, which goes on from there; ${seeDifference}`,
  },
  {
    kinds: [NodeNameError],
    isFatal: 'at startup',
    advice:
      'Give the driver the name that Placement has, or rename the provider (`openstack resource provider set --name`), then start again',
  },
  {
    kinds: [ProviderConfigError],
    isFatal: 'at startup',
    advice: 'Nothing of the node was written. Correct the provider configuration, then start again',
  },
];

export function judgeFailure(thrown: unknown, { startup }: { readonly startup: boolean }): Judgement {
  const error = thrown instanceof Error ? thrown : new Error(`threw ${String(thrown)}`);
  const row = table.find(({ kinds }) => kinds.some((kind) => error instanceof kind));
  const isFatal = row?.isFatal === 'always' || (row?.isFatal === 'at startup' && startup);
  return { error, isFatal, advice: row?.advice ?? null };
}
