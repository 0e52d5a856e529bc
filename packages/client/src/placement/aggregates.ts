import { ask } from '../ask.ts';
import { integer, listOf, members, type Shape, text } from '../shape.ts';
import type { Transport } from '../transport.ts';
import { pathOf } from './providers.ts';
import type { ProviderAggregates } from './records.ts';

export function getProviderAggregates(
  transport: Transport,
  providerUuid: string,
): Promise<ProviderAggregates> {
  const path = `${pathOf(providerUuid)}/aggregates`;
  return ask(transport, { method: 'GET', path, version: '1.19' }, providerAggregates);
}

/** Replaces all of them, if the provider still has the generation (1.19). */
export function putProviderAggregates(
  transport: Transport,
  providerUuid: string,
  { generation, aggregates }: ProviderAggregates,
): Promise<ProviderAggregates> {
  const path = `${pathOf(providerUuid)}/aggregates`;
  const body = { aggregates, resource_provider_generation: generation };
  return ask(transport, { method: 'PUT', path, version: '1.19', body }, providerAggregates);
}

const providerAggregates: Shape<ProviderAggregates> = (value, place) => {
  const shape = members({ resource_provider_generation: integer, aggregates: listOf(text) });
  const { resource_provider_generation: generation, aggregates } = shape(value, place);
  return { generation, aggregates };
};
