export type FindingKind =
  | 'gap'
  | 'lost'
  | 'lost in silence'
  | 'named though there'
  | 'twice'
  | 'unasked'
  | 'done though refused'
  | 'not as asked'
  | 'stale read'
  | 'early read'
  | 'impossible read'
  | 'out of order'
  | 'refused without reason'
  | 'over-allocated'
  | 'rows differ'
  | 'not recovered';

export interface Finding {
  readonly kind: FindingKind;
  readonly text: string;
}

/** What is wrong with a history. Of each kind the first few are kept, and all are counted. */
export class Findings {
  readonly #kept: Finding[] = [];
  readonly #counts = new Map<FindingKind, number>();

  add(kind: FindingKind, text: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= keptOfEach) this.#kept.push({ kind, text });
  }

  get counts(): ReadonlyMap<FindingKind, number> {
    return this.#counts;
  }

  get kept(): readonly Finding[] {
    return this.#kept;
  }
}

const keptOfEach = 5;
