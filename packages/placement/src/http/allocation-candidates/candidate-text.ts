import type { Candidate, Slot } from '@berth/engine/candidates/candidate.ts';
import { mappingsOf, piecesOf } from '@berth/engine/candidates/candidate.ts';
import type { Provider } from '@berth/engine/provider.ts';

/*
 * Parts of a candidate as JSON text. Ids are uuids, classes upper-case words and suffixes words: nothing needs
 * escaping.
 */

/** `"provider":{"resources":{…}}`, for each provider. */
export function allocationsByProvider(slots: readonly Slot[], candidate: Candidate): string {
  const [first] = candidate.providers;
  if (first && isAllFrom(first, candidate)) return `"${first.id}":{"resources":{${allAmounts(slots)}}}`;
  return amountsByProvider(slots, candidate, (id, amounts) => `"${id}":{"resources":{${amounts}}}`);
}

/** The same as a list, for clients older than 1.12. */
export function allocationsListed(slots: readonly Slot[], candidate: Candidate): string {
  return amountsByProvider(
    slots,
    candidate,
    (id, amounts) => `{"resource_provider":{"uuid":"${id}"},"resources":{${amounts}}}`,
  );
}

/** `"suffix":["provider",…]`, for each group. */
export function mappings(slots: readonly Slot[], candidate: Candidate): string {
  const [first] = candidate.providers;
  if (first && isAllFrom(first, candidate) && slots.every(({ suffix }) => suffix === ''))
    return `"":["${first.id}"]`;
  let text = '';
  for (const [suffix, providers] of mappingsOf(slots, candidate)) {
    const ids = providers.map(({ id }) => `"${id}"`).join(',');
    text += `${text === '' ? '' : ','}"${suffix}":[${ids}]`;
  }
  return text;
}

function isAllFrom(first: Provider, { providers }: Candidate): boolean {
  for (const provider of providers) if (provider !== first) return false;
  return true;
}

/** What a candidate on one provider takes is the same for every such candidate of a search. */
function allAmounts(slots: readonly Slot[]): string {
  const known = amountsOfAll.get(slots);
  if (known !== undefined) return known;
  const amounts = new Map<string, number>();
  for (const { resources } of slots) {
    for (const [name, amount] of resources) amounts.set(name, (amounts.get(name) ?? 0) + amount);
  }
  const text = Array.from(amounts, ([name, amount]) => `"${name}":${amount}`).join(',');
  amountsOfAll.set(slots, text);
  return text;
}

const amountsOfAll = new WeakMap<readonly Slot[], string>();

function amountsByProvider(
  slots: readonly Slot[],
  candidate: Candidate,
  encode: (id: string, amounts: string) => string,
): string {
  const amounts = new Map<Provider, string>();
  for (const { provider, resourceClass, amount } of piecesOf(slots, candidate)) {
    const before = amounts.get(provider);
    const text = `"${resourceClass}":${amount}`;
    amounts.set(provider, before === undefined ? text : `${before},${text}`);
  }
  return Array.from(amounts, ([{ id }, text]) => encode(id, text)).join(',');
}
