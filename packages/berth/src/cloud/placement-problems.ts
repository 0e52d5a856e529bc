import { inventoryFacts, providerFacts } from '@berth/engine/facts.ts';
import type { World } from '@berth/engine/world.ts';
import { ruleProblems } from '@berth/placement/records/record-rules.ts';

/** What breaks the rules of the API, provider by provider. */
export function* placementProblems({ providers }: World): Generator<readonly string[]> {
  for (const provider of providers.values()) {
    const record = {
      kind: 'provider' as const,
      provider: providerFacts(provider),
      inventories: inventoryFacts(provider),
      traits: [...provider.traits],
      aggregates: [...provider.aggregates],
    };
    yield [...ruleProblems(record)];
  }
}
