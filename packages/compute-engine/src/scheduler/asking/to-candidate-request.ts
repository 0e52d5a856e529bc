import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import { addressSpace } from './address-space.ts';
import { cpuPinning } from './cpu-pinning.ts';
import { extraSpecGroups } from './extra-spec-groups.ts';
import { secureBoot, statelessFirmware } from './firmware.ts';
import { flavorAmounts } from './flavor-amounts.ts';
import { imageTraits } from './image-traits.ts';
import { memoryEncryption } from './memory-encryption.ts';
import { pciAffinity } from './pci-affinity.ts';
import { persistentMemory } from './persistent-memory.ts';
import { RequestDraft } from './request-draft.ts';
import { virtualTpm } from './virtual-tpm.ts';
import type { Wishes } from './wishes.ts';
import type { PlaceRequest } from '../place-request.ts';
import type { Demands } from '../prefilters/demands.ts';

export interface AskingOptions {
  /** Whether CPUs that are the server's alone are asked for as such, or as any CPUs. */
  readonly isPinningAsked: boolean;
}

/** What a server's size, extra specs and image ask of Placement, step by step as by the original. */
export function draftRequest(
  request: PlaceRequest,
  wishes: Wishes,
  { isPinningAsked }: AskingOptions,
): RequestDraft {
  const draft = new RequestDraft();
  extraSpecGroups(wishes, draft);
  imageTraits(wishes, draft);
  if (isPinningAsked) cpuPinning(wishes, draft);
  // From here on, what was said before goes first.
  flavorAmounts(request, draft);
  memoryEncryption(wishes, draft);
  persistentMemory(wishes, draft);
  virtualTpm(wishes, draft);
  pciAffinity(wishes, draft);
  secureBoot(wishes, draft);
  addressSpace(wishes, draft);
  statelessFirmware(wishes, draft);
  draft.dropNothings();
  return draft;
}

/**
 * The draft with what is demanded besides, as the engine understands it. A text: why no Placement could answer it, so that there is no
 * host.
 */
export function toCandidateRequest(
  draft: RequestDraft,
  demands: Demands,
  target: ProviderId | null,
): CandidateRequest | string {
  if (demands.aggregateRules.length > 0) {
    draft.host.memberOf = demands.memberOf;
    draft.host.forbiddenAggregates = demands.forbiddenAggregates;
  }
  if (target !== null) draft.host.inTree = target;
  const { groupPolicy } = draft;
  const groups = draft.groups();
  if (groups.length === 0) return 'The flavor asks for nothing.';
  const without = groups.find(({ resources }) => resources.size === 0);
  if (without) return `The flavor asks for no resources in ${groupName(without.suffix)}.`;
  const suffixedCount = groups.filter(({ suffix }) => suffix !== '').length;
  if (suffixedCount > 1 && groupPolicy === null) return 'The flavor has several groups and no group_policy.';
  return {
    groups,
    groupPolicy: groupPolicy ?? 'none',
    rootRequiredTraits: [...demands.rootRequired],
    rootForbiddenTraits: [...demands.rootForbidden],
    sameSubtrees: [],
    allowsNested: true,
  };
}

function groupName(suffix: string): string {
  return suffix === '' ? 'the group without a suffix' : `group ${suffix}`;
}
