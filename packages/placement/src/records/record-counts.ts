import type { LedgerRecord } from './ledger-record.ts';

export interface RecordCounts {
  readonly resource_classes: number;
  readonly traits: number;
  readonly resource_providers: number;
  readonly consumers: number;
  readonly allocations: number;
}

export class RecordCounter {
  readonly #counts = { resource_classes: 0, traits: 0, resource_providers: 0, consumers: 0, allocations: 0 };

  get counts(): RecordCounts {
    return this.#counts;
  }

  count(record: LedgerRecord): void {
    switch (record.kind) {
      case 'class':
        this.#counts.resource_classes++;
        return;
      case 'trait':
        this.#counts.traits++;
        return;
      case 'provider':
        this.#counts.resource_providers++;
        return;
      default:
        this.#counts.consumers++;
        this.#counts.allocations += record.consumer.allocations.length;
    }
  }
}

/** For people: '7020 providers, 2000 consumers with 6000 allocations'. */
export function describeCounts({ resource_providers, consumers, allocations }: RecordCounts): string {
  return `${resource_providers} providers, ${consumers} consumers with ${allocations} allocations`;
}
