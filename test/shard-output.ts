/** How many tests there were, as Node counts them: what was cancelled has failed. */
export interface Counts {
  readonly pass: number;
  readonly fail: number;
  readonly skipped: number;
}

/** What a run tells at its end, in the form of Node's reporter `spec`. */
export function countsIn(output: string): Counts {
  const count = (name: string): number =>
    Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  return { pass: count('pass'), fail: count('fail') + count('cancelled'), skipped: count('skipped') };
}

export function sumOf(counts: readonly Counts[]): Counts {
  const sum = (name: keyof Counts): number => counts.reduce((total, each) => total + each[name], 0);
  return { pass: sum('pass'), fail: sum('fail'), skipped: sum('skipped') };
}

/** The tests that failed, each with why, which that reporter tells last; of a process that came to no end, the last that it said. */
export function failuresIn(output: string): string {
  const at = output.lastIndexOf('\n✖ failing tests:');
  return at === -1 ? output.slice(-lastCharacters) : output.slice(at);
}

const lastCharacters = 2_000;
