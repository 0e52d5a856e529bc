import type { VersionIndex } from '@berth/api-kit/microversions.ts';
import type { Candidate } from '@berth/engine/candidates/candidate.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import { wholeCapacityOf } from '@berth/engine/inventory.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { usedOf } from '@berth/engine/provider.ts';
import { versions } from '../versions.ts';

/*
 * Answers with thousands of candidates are common, and writing them, not finding them, is the work. So they are put
 * together as text: a provider's summary is encoded once and kept until the provider changes.
 */

type EncodeCandidate = (candidate: Candidate) => string;

const candidateText = versions.ladder<EncodeCandidate>(
  ['1.10', (candidate) => `{"allocations":[${listed(candidate)}]}`],
  ['1.12', (candidate) => `{"allocations":{${byProvider(candidate)}}}`],
  ['1.34', (candidate) => `{"allocations":{${byProvider(candidate)}},"mappings":{${mapped(candidate)}}}`],
);

/** 1.27: every class a provider has. 1.29: parent and root, and all providers of a tree. */
const summaryText = versions.ladder<(provider: Provider, asked: ReadonlySet<ClassName>) => string>(
  ['1.10', (provider, asked) => `{${resourcesText(provider, asked)}}`],
  ['1.17', (provider, asked) => `{${resourcesText(provider, asked)},${traitsText(provider)}}`],
  ['1.27', (provider) => `{${resourcesText(provider)},${traitsText(provider)}}`],
  ['1.29', (provider) => keptSummary(provider)],
);

export function candidatesJson(
  candidates: readonly Candidate[],
  summarised: Iterable<Provider>,
  asked: ReadonlySet<ClassName>,
  version: VersionIndex,
): string {
  const encodeCandidate = candidateText.at(version) as EncodeCandidate; // The endpoint begins with the ladder.
  const encodeSummary = summaryText.at(version) as (
    provider: Provider,
    asked: ReadonlySet<ClassName>,
  ) => string;
  let requests = '';
  for (const candidate of candidates)
    requests += `${requests === '' ? '' : ','}${encodeCandidate(candidate)}`;
  let summaries = '';
  for (const provider of summarised) {
    summaries += `${summaries === '' ? '' : ','}"${provider.id}":${encodeSummary(provider, asked)}`;
  }
  return `{"allocation_requests":[${requests}],"provider_summaries":{${summaries}}}`;
}

/** Ids are known to be uuids and classes to be upper-case words: neither needs escaping. */
function amountsByProvider(candidate: Candidate): Map<Provider, string> {
  const amounts = new Map<Provider, string>();
  for (const { provider, resourceClass, amount } of candidate.pieces) {
    const before = amounts.get(provider);
    const text = `"${resourceClass}":${amount}`;
    amounts.set(provider, before === undefined ? text : `${before},${text}`);
  }
  return amounts;
}

function byProvider(candidate: Candidate): string {
  let text = '';
  for (const [provider, amounts] of amountsByProvider(candidate)) {
    text += `${text === '' ? '' : ','}"${provider.id}":{"resources":{${amounts}}}`;
  }
  return text;
}

function listed(candidate: Candidate): string {
  return Array.from(
    amountsByProvider(candidate),
    ([provider, amounts]) => `{"resource_provider":{"uuid":"${provider.id}"},"resources":{${amounts}}}`,
  ).join(',');
}

function mapped(candidate: Candidate): string {
  let text = '';
  for (const [suffix, providers] of candidate.mappings) {
    const ids = providers.map(({ id }) => `"${id}"`).join(',');
    text += `${text === '' ? '' : ','}"${suffix}":[${ids}]`;
  }
  return text;
}

function resourcesText(provider: Provider, asked?: ReadonlySet<ClassName>): string {
  let text = '';
  for (const [name, inventory] of provider.inventories) {
    if (asked && !asked.has(name)) continue;
    const capacity = wholeCapacityOf(inventory);
    text += `${text === '' ? '' : ','}"${name}":{"capacity":${capacity},"used":${usedOf(provider, name)}}`;
  }
  return `"resources":{${text}}`;
}

function traitsText(provider: Provider): string {
  return `"traits":${JSON.stringify([...provider.traits])}`;
}

function keptSummary(provider: Provider): string {
  const known = kept.get(provider);
  if (known && known.revision === provider.revision) return known.text;
  const parent = provider.parent ? `"${provider.parent.id}"` : 'null';
  const text = `{${resourcesText(provider)},${traitsText(provider)},"parent_provider_uuid":${parent},"root_provider_uuid":"${provider.root.id}"}`;
  kept.set(provider, { revision: provider.revision, text });
  return text;
}

const kept = new WeakMap<Provider, { revision: number; text: string }>();
