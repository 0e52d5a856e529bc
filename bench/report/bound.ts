/** Something that should hold, and what was measured of it. */
export interface Bound {
  readonly what: string;
  readonly required: string;
  readonly measured: string;
  /** Null: it was not measured in this run. */
  readonly holds: boolean | null;
}

export function notMeasured(what: string, required: string): Bound {
  return { what, required, measured: '', holds: null };
}

export function verdict({ holds }: Bound): string {
  if (holds === null) return 'not measured';
  return holds ? 'holds' : 'DOES NOT HOLD';
}
