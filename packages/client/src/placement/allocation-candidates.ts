import { ask } from '../ask.ts';
import { byName, integer, listOf, members, nullable, type Shape, text } from '../shape.ts';
import type { Transport } from '../transport.ts';
import type { Candidates, ProviderSummary } from './records.ts';

/** Where something fits. The query is Placement's own, with `resources`, `required` and so on, as of 1.36. */
export function listCandidates(transport: Transport, query: URLSearchParams): Promise<Candidates> {
  const path = `/allocation_candidates?${query.toString()}`;
  return ask(transport, { method: 'GET', path, version: '1.36' }, candidates);
}

const allocationRequest = members({
  allocations: byName(members({ resources: byName(integer) })),
  mappings: byName(listOf(text)),
});

const summary = members({
  resources: byName(members({ capacity: integer, used: integer })),
  traits: listOf(text),
  parent_provider_uuid: nullable(text),
  root_provider_uuid: text,
});

const providerSummary: Shape<ProviderSummary> = (value, place) => {
  const { resources, traits, parent_provider_uuid, root_provider_uuid } = summary(value, place);
  return { resources, traits, parentUuid: parent_provider_uuid, rootUuid: root_provider_uuid };
};

const found = members({
  allocation_requests: listOf(allocationRequest),
  provider_summaries: byName(providerSummary),
});

const candidates: Shape<Candidates> = (value, place) => {
  const { allocation_requests, provider_summaries } = found(value, place);
  return { allocationRequests: allocation_requests, providerSummaries: provider_summaries };
};
