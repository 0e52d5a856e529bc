import type { Candidate, Slot } from '@berth/engine/candidates/candidate.ts';
import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import { providersTakenFrom, rootsTakenFrom } from '@berth/engine/candidates/summaries.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import { wholeCapacityOf } from '@berth/engine/inventory.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { usedOf } from '@berth/engine/provider.ts';
import { joinBytes } from '../join-bytes.ts';

/** The summaries that belong to candidates, as JSON `"provider":{…}`, in the form of each version. */
export type EncodeSummaries = (
  request: CandidateRequest,
  slots: readonly Slot[],
  candidates: readonly Candidate[],
) => Uint8Array[];

export const summariesOfAsked: EncodeSummaries = (request, slots, candidates) => {
  const asked = askedClasses(request);
  return ofProviders(slots, candidates, (provider) => resources(provider, asked));
};

export const summariesWithTraits: EncodeSummaries = (request, slots, candidates) => {
  const asked = askedClasses(request);
  return ofProviders(slots, candidates, (provider) => `${resources(provider, asked)},${traits(provider)}`);
};

export const summariesWithAll: EncodeSummaries = (_request, slots, candidates) =>
  ofProviders(slots, candidates, (provider) => `${resources(provider)},${traits(provider)}`);

/** From 1.29 on all providers of a tree are shown; they do not depend on the request and are kept. */
export const summariesWithTrees: EncodeSummaries = (_request, slots, candidates) =>
  Array.from(rootsTakenFrom(slots, candidates), keptTree);

function askedClasses({ groups }: CandidateRequest): ReadonlySet<ClassName> {
  return new Set(groups.flatMap((group) => [...group.resources.keys()]));
}

function ofProviders(
  slots: readonly Slot[],
  candidates: readonly Candidate[],
  encode: (provider: Provider) => string,
): Uint8Array[] {
  return Array.from(providersTakenFrom(slots, candidates), (provider) =>
    Buffer.from(`"${provider.id}":{${encode(provider)}}`),
  );
}

function keptTree(root: Provider): Uint8Array {
  const known = keptTrees.get(root);
  if (known && known.revision === root.treeRevision) return known.bytes;
  const bytes = joinBytes(root.tree.map(keptMember));
  keptTrees.set(root, { revision: root.treeRevision, bytes });
  return bytes;
}

/** Kept besides their trees, since mostly one provider of a tree changes at a time. */
function keptMember(provider: Provider): Uint8Array {
  const known = keptMembers.get(provider);
  if (known && known.revision === provider.revision) return known.bytes;
  const parent = provider.parent ? `"${provider.parent.id}"` : 'null';
  const bytes = Buffer.from(
    `"${provider.id}":{${resources(provider)},${traits(provider)},` +
      `"parent_provider_uuid":${parent},"root_provider_uuid":"${provider.root.id}"}`,
  );
  keptMembers.set(provider, { revision: provider.revision, bytes });
  return bytes;
}

interface Kept {
  readonly revision: number;
  readonly bytes: Uint8Array;
}

const keptTrees = new WeakMap<Provider, Kept>();
const keptMembers = new WeakMap<Provider, Kept>();

function resources(provider: Provider, asked?: ReadonlySet<ClassName>): string {
  let text = '';
  for (const [name, inventory] of provider.inventories) {
    if (asked && !asked.has(name)) continue;
    const capacity = wholeCapacityOf(inventory);
    text += `${text === '' ? '' : ','}"${name}":{"capacity":${capacity},"used":${usedOf(provider, name)}}`;
  }
  return `"resources":{${text}}`;
}

function traits(provider: Provider): string {
  return `"traits":${JSON.stringify([...provider.traits])}`;
}
