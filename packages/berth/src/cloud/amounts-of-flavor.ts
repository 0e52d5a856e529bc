import type { FlavorId } from '@berth/compute-engine/ids.ts';
import { isPinned } from '@berth/compute-engine/scheduler/asking/cpu-pinning.ts';
import { draftRequest } from '@berth/compute-engine/scheduler/asking/to-candidate-request.ts';
import { wishesOf } from '@berth/compute-engine/scheduler/asking/wishes.ts';
import type { PlaceRequest } from '@berth/compute-engine/scheduler/place-request.ts';
import type { EmbeddedFlavor } from '@berth/client/compute/servers.ts';

/** Amounts by resource class. */
export type Amounts = Readonly<Record<string, number>>;

/**
 * What a server of a flavor is to hold, of all groups together, by the rules by which hosts are chosen; the image is not known. There is a second
 * choice where it is to have CPUs of its own: hosts that do not tell those from others will do, too.
 */
export function amountsOfFlavor(flavor: EmbeddedFlavor, isVolumeBacked: boolean): [Amounts, ...Amounts[]] {
  const request = requestOf(flavor, isVolumeBacked);
  const wishes = wishesOf(request);
  const amounts = (isPinningAsked: boolean) => {
    const sums: Record<string, number> = {};
    for (const { resources } of draftRequest(request, wishes, { isPinningAsked }).groups()) {
      for (const [name, amount] of resources) sums[name] = (sums[name] ?? 0) + amount;
    }
    return sums;
  };
  return isPinned(wishes) ? [amounts(true), amounts(false)] : [amounts(true)];
}

function requestOf(flavor: EmbeddedFlavor, isVolumeBacked: boolean): PlaceRequest {
  return {
    projectId: '',
    userId: '',
    flavor: { ...flavor, number: 0, id: '' as FlavorId },
    image: null,
    isVolumeBacked,
    zone: null,
    diskFormat: null,
    forced: null,
    requested: null,
    hints: { groupId: null, sameHosts: [], differentHosts: [], others: {} },
    ignoredHosts: [],
  };
}
