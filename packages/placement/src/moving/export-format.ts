import packageJson from '../../package.json' with { type: 'json' };
import type { LedgerRecord } from './ledger-record.ts';

/**
 * An export is lines of JSON: a header, a line for each record (see `encodeRecord`), and at the end the counts and the SHA-256 of
 * all bytes before that last line. It says nothing of when or from which ledger it was made, so the same state gives the same bytes.
 */
export const formatName = 'berth-ledger';

/** Counts up with every change after which older programs could not read it, or would read something else. */
export const formatVersion = 1;

export const writtenBy = `berth ${packageJson.version}`;

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
