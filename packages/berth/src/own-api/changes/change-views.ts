import assert from 'node:assert/strict';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import type { FeedPart } from './feed-part.ts';

/** A change as clients get it. */
export interface ChangeView {
  readonly number: number;
  readonly at: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** How the changes of all parts are shown, and what they are about. */
export class ChangeViews {
  /** All that a change can be about. */
  readonly nouns: readonly string[];
  readonly #byKind = new Map<string, Shown>();

  constructor(parts: readonly FeedPart[]) {
    for (const part of parts) {
      for (const [kind, { name, nouns }] of Object.entries(part.kinds)) {
        assert(!this.#byKind.has(kind), `${kind} belongs to one part`);
        this.#byKind.set(kind, { name, nouns, part });
      }
    }
    this.nouns = [...new Set([...this.#byKind.values()].flatMap(({ nouns }) => nouns))];
  }

  viewOf({ number, at, change }: NumberedChange<KindedChange>): ChangeView {
    const { name, part } = this.#shown(change);
    return { number, at: new Date(at).toISOString(), kind: name, ...part.fieldsOf(change) };
  }

  nounsOf(change: KindedChange): readonly string[] {
    return this.#shown(change).nouns;
  }

  #shown({ kind }: KindedChange): Shown {
    const shown = this.#byKind.get(kind);
    assert(shown, `there is no kind of changes called ${kind}`);
    return shown;
  }
}

interface Shown {
  readonly name: string;
  readonly nouns: readonly string[];
  readonly part: FeedPart;
}
