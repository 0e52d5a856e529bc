import { ask, tell } from '../ask.ts';
import { integer, listOf, members, type Shape, text } from '../shape.ts';
import type { Transport } from '../transport.ts';
import { pathOf } from './providers.ts';
import { anyOf, piecesOf } from './query.ts';
import type { ProviderTraits } from './records.ts';

/** All that there are. */
export async function listTraits(transport: Transport): Promise<string[]> {
  const request = { method: 'GET', path: '/traits', version: '1.6' } as const;
  return (await ask(transport, request, traitList)).traits;
}

/** Which of these there are. */
export async function listTraitsAmong(transport: Transport, names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const piece of piecesOf(names)) {
    const path = `/traits?name=${anyOf(piece)}`;
    const { traits } = await ask(transport, { method: 'GET', path, version: '1.6' }, traitList);
    found.push(...traits);
  }
  return found;
}

/** Does nothing where it is there already. */
export async function ensureTrait(transport: Transport, name: string): Promise<void> {
  await tell(transport, { method: 'PUT', path: `/traits/${encodeURIComponent(name)}`, version: '1.6' });
}

export function getProviderTraits(transport: Transport, providerUuid: string): Promise<ProviderTraits> {
  const path = `${pathOf(providerUuid)}/traits`;
  return ask(transport, { method: 'GET', path, version: '1.6' }, providerTraits);
}

/** Replaces all of them, if the provider still has the generation. */
export function putProviderTraits(
  transport: Transport,
  providerUuid: string,
  { generation, traits }: ProviderTraits,
): Promise<ProviderTraits> {
  const path = `${pathOf(providerUuid)}/traits`;
  const body = { resource_provider_generation: generation, traits };
  return ask(transport, { method: 'PUT', path, version: '1.6', body }, providerTraits);
}

const traitList = members({ traits: listOf(text) });

const providerTraits: Shape<ProviderTraits> = (value, place) => {
  const shape = members({ resource_provider_generation: integer, traits: listOf(text) });
  const { resource_provider_generation: generation, traits } = shape(value, place);
  return { generation, traits };
};
