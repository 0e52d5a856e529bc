import { floatText } from './float-text.ts';

/**
 * A value as services tell it and formats print it. Numbers that were written with a point or an exponent are `Float`: others print
 * 16.0 where it was written so, and scripts compare texts.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Float
  | readonly Value[]
  | { readonly [name: string]: Value };

/** A number with a fraction, even if that is zero. */
export class Float {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }

  valueOf(): number {
    return this.value;
  }

  /** Sent as it was written. */
  toJSON(): unknown {
    return rawJson(floatText(this.value));
  }
}

/** A cell that people read in another form than programs do. */
export class Formatted {
  readonly raw: Value;
  readonly human: string;

  constructor(raw: Value, human: string) {
    this.raw = raw;
    this.human = human;
  }
}

export type Cell = Value | Formatted;

/** The cell as programs read it. */
export function rawOf(cell: Cell): Value {
  return cell instanceof Formatted ? cell.raw : cell;
}

export function isMapping(value: Value): value is { readonly [name: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Float);
}

export function isSequence(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** TypeScript's library does not know it yet. */
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown };
