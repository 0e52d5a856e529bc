import { setTimeout as sleep } from 'node:timers/promises';
import { turns } from '@berth/api-kit/turns.ts';
import { inventoryFacts, providerFacts } from '@berth/engine/facts.ts';
import type { World } from '@berth/engine/world.ts';
import { ruleProblems } from '@berth/placement/records/record-rules.ts';

/**
 * Looks once, some time after the start and a little at a time, whether the providers that were loaded obey the rules of the API: a
 * ledger may be older than its program, or have been written by hand. It is told and not refused, since a cloud that worked
 * yesterday is to work today; `berth status` tells all of it.
 */
export async function checkServedWorld(
  world: World,
  onProblems: (count: number, first: readonly string[]) => void,
  afterMs = 5_000,
  unwanted: AbortSignal = new AbortController().signal,
): Promise<void> {
  await sleep(afterMs, null, { ref: false });
  const first: string[] = [];
  let count = 0;
  let sinceTurn = 0;
  for (const provider of world.providers.values()) {
    if (++sinceTurn === providersAtOnce) {
      sinceTurn = 0;
      await turns.next();
    }
    if (unwanted.aborted) return;
    const record = {
      kind: 'provider' as const,
      provider: providerFacts(provider),
      inventories: inventoryFacts(provider),
      traits: [...provider.traits],
      aggregates: [...provider.aggregates],
    };
    for (const problem of ruleProblems(record)) {
      count++;
      if (first.length < firstMax) first.push(problem);
    }
  }
  if (count > 0) onProblems(count, first);
}

/** Some 20 µs each. */
const providersAtOnce = 50;
const firstMax = 10;
