import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import type { ChangeViews } from './change-views.ts';

/**
 * Some changes that follow each other, encoded once for all who read them: as server-sent events, one after the other,
 * of which the data are the JSON that pages have.
 *
 * For example the events `id: 7\nevent: trait_added\ndata: {…}\n\n` and `id: 8\n…`: the first begins at `#starts[0]`, its JSON
 * at `#jsonStarts[0]`, and that ends two line feeds before `#starts[1]`.
 */
export class ChangeBlock {
  readonly changes: readonly NumberedChange<KindedChange>[];
  readonly #bytes: Buffer;
  /** Of each event, and where the next one would be. */
  readonly #starts: readonly number[];
  readonly #jsonStarts: readonly number[];

  private constructor(
    changes: readonly NumberedChange<KindedChange>[],
    bytes: Buffer,
    starts: readonly number[],
    jsonStarts: readonly number[],
  ) {
    this.changes = changes;
    this.#bytes = bytes;
    this.#starts = starts;
    this.#jsonStarts = jsonStarts;
  }

  static readonly empty = new ChangeBlock([], Buffer.alloc(0), [0], []);

  /** This block with those that follow it: only they are encoded. */
  with(changes: readonly NumberedChange<KindedChange>[], views: ChangeViews): ChangeBlock {
    const starts = [...this.#starts];
    const jsonStarts = [...this.#jsonStarts];
    let text = '';
    let end = this.#bytes.length;
    for (const change of changes) {
      const view = views.viewOf(change);
      const head = `id: ${view.number}\nevent: ${view.kind}\ndata: `;
      const json = JSON.stringify(view);
      jsonStarts.push(end + head.length);
      end += head.length + Buffer.byteLength(json) + eventEnd.length;
      starts.push(end);
      text += head + json + eventEnd;
    }
    const added = Buffer.from(text);
    const bytes = this.#bytes.length === 0 ? added : Buffer.concat([this.#bytes, added]);
    return new ChangeBlock([...this.changes, ...changes], bytes, starts, jsonStarts);
  }

  get byteLength(): number {
    return this.#bytes.length;
  }

  /** The index of the first change with a number above this one; as many as there are, if none has. */
  indexAfter(number: number): number {
    const first = this.changes[0]?.number ?? 0;
    // They follow each other without gaps, but for those that were forgotten before they were read.
    const guess = Math.max(0, number + 1 - first);
    if (guess === 0 || this.changes[guess - 1]?.number === number) return guess;
    const found = this.changes.findIndex((change) => change.number > number);
    return found === -1 ? this.changes.length : found;
  }

  /** The events of the changes from one index up to another, as they stand here. */
  events(from: number, to: number): Uint8Array {
    return this.#bytes.subarray(this.#starts[from], this.#starts[to]);
  }

  json(index: number): Uint8Array {
    return this.#bytes.subarray(
      this.#jsonStarts[index],
      (this.#starts[index + 1] as number) - eventEnd.length, // There is one more start than changes.
    );
  }
}

const eventEnd = '\n\n';
