import type { Allocations, Inventories } from '../../crash/state.ts';
import { type Answer, jsonOf, succeeded } from '../../differential/exchange.ts';
import { consumerText, holdersText, inventoriesText, usagesText } from '../checking/facts.ts';
import type { Fact, Outcome, Refusal } from '../checking/history.ts';

/*
 * What the API answers, and what it tells.
 */

export interface WireConsumer {
  readonly allocations: Readonly<Record<string, { resources: Record<string, number>; generation: number }>>;
  readonly consumer_generation?: number;
  readonly user_id?: string;
}

export interface WireHolders {
  readonly allocations: Readonly<
    Record<string, { resources: Record<string, number>; consumer_generation: number }>
  >;
  readonly resource_provider_generation: number;
}

export interface WireUsages {
  readonly usages: Record<string, number>;
  readonly resource_provider_generation: number;
}

export interface WireInventories {
  readonly inventories: Inventories;
  readonly resource_provider_generation: number;
}

export interface WireProviders {
  readonly resource_providers: readonly { readonly uuid: string; readonly generation: number }[];
}

export function allocationsIn({ allocations }: WireConsumer): Allocations {
  return Object.fromEntries(
    Object.entries(allocations).map(([provider, { resources }]) => [provider, resources]),
  );
}

export function factsOfConsumer(id: string, seen: WireConsumer): Fact[] {
  const { consumer_generation: generation, user_id: tag = '' } = seen;
  const state = generation === undefined ? null : { generation, tag, allocations: allocationsIn(seen) };
  return [
    { about: 'consumer', id, text: consumerText(state) },
    ...Object.entries(seen.allocations).map(([provider, each]) => generationFact(provider, each.generation)),
  ];
}

export function factsOfHolders(id: string, { allocations, ...seen }: WireHolders): Fact[] {
  const holders = Object.entries(allocations).map(
    ([consumer, { resources }]) => [consumer, resources] as const,
  );
  return [
    { about: 'holders', id, text: holdersText(Object.fromEntries(holders)) },
    generationFact(id, seen.resource_provider_generation),
  ];
}

export function factsOfUsages(id: string, seen: WireUsages): Fact[] {
  return [
    { about: 'usages', id, text: usagesText(seen.usages) },
    generationFact(id, seen.resource_provider_generation),
  ];
}

export function factsOfInventories(id: string, seen: WireInventories): Fact[] {
  return [
    { about: 'inventories', id, text: inventoriesText(seen.inventories) },
    generationFact(id, seen.resource_provider_generation),
  ];
}

export function factsOfProviders({ resource_providers }: WireProviders): Fact[] {
  return resource_providers.map(({ uuid, generation }) => generationFact(uuid, generation));
}

function generationFact(id: string, generation: number): Fact {
  return { about: 'generation', id, text: String(generation) };
}

/** What has become of a write. */
export function outcomeOfWrite(answer: Answer): Outcome {
  if (succeeded(answer)) return { kind: 'done' };
  if (answer.status === 409 || answer.status === 404) return { kind: 'refused', refusal: refusalIn(answer) };
  if (answer.status === 503 && saysNothingHappened.test(answer.text)) return { kind: 'not done' };
  // There was no connection that it could have been sent on.
  if (answer.status === 0 && answer.text.startsWith('connect ECONNREFUSED')) return { kind: 'not done' };
  if (answer.status === 503 || answer.status === 0) return { kind: 'unknown' };
  return { kind: 'refused', refusal: { kind: 'other', text: `${answer.status} ${answer.text}` } };
}

/** It is a promise, and is held to it. */
const saysNothingHappened = /nothing was (written|stored)/i;

function refusalIn({ status, text, ...answer }: Answer): Refusal {
  const detail = detailIn({ status, text, ...answer });
  const generations = /consumer generation conflict - expected (\w+) but got (\w+)/.exec(detail);
  if (generations) {
    const [actual = null, given = null] = generations
      .slice(1)
      .map((each) => (/^\d+$/.test(each) ? Number(each) : null));
    return { kind: 'consumer generation', actual, given };
  }
  for (const [pattern, kind] of sentences) if (pattern.test(detail)) return { kind };
  return { kind: 'other', text: `${status} ${text}` };
}

const sentences: readonly (readonly [RegExp, Exclude<Refusal['kind'], 'consumer generation' | 'other'>])[] = [
  [/resource provider generation conflict/, 'provider generation'],
  [/would exceed the capacity/, 'no room'],
  [/Inventory for '.*' on resource provider '.*' invalid/, 'no inventory'],
  [/Inventory for '.*' on resource provider '.*' in use/, 'in use'],
  [/No allocations for consumer/, 'not there'],
];

function detailIn(answer: Answer): string {
  const { errors } = (jsonOf(answer) ?? {}) as { errors?: readonly { readonly detail?: string }[] };
  return errors?.[0]?.detail ?? '';
}
