import type { Case, Verdict } from './real-nova.ts';

export interface Difference {
  readonly case: Case;
  readonly nova: Verdict;
  readonly ours: Verdict;
}

/** A difference of verdicts or texts that is meant to be. The id is a heading in docs/differences.md. */
export interface ExplainedDifference {
  readonly id: string;
  readonly describe: string;
  /** Why ours is right all the same. */
  readonly reason: string;
  readonly example: Case;
  readonly matches: (difference: Difference) => boolean;
}

export const explainedDifferences: readonly ExplainedDifference[] = [
  {
    id: 'any-character-for-a-dot',
    describe:
      'In `hw:numa_cpus.{num}` and `hw:numa_mem.{num}` Nova takes any character for the dot: `hw:numa_cpusX0` is accepted. Ours refuses it as unknown.',
    reason:
      'The dot is not escaped in a pattern. The libvirt driver looks for the dot itself, so nothing would ever read another spelling.',
    example: { key: 'hw:numa_cpusX0', value: '1' },
    matches: ({ case: { key }, ours }) =>
      /^hw:numa_(cpus|mem)[^.\n]\p{Nd}+$/u.test(key) && ours === unknownKey(key),
  },
  {
    id: 'templates-as-keys',
    describe:
      'A key that is a definition with its braces, such as `hw:numa_cpus.{num}`, is one that Nova finds, only to say that it expected it and got it. Ours takes it for what it is: unknown in `hw`, and in no known namespace where the braces are in that, as in `trait{group}:CUSTOM_{trait}`.',
    reason:
      'The text helps nobody, and no client has ever seen it: the API takes no key with a brace in it, whatever its value.',
    example: { key: 'hw:numa_cpus.{num}', value: '1' },
    matches: ({ case: { key }, nova, ours }) =>
      nova === `Validation failed; expected a name of format '${key}' but got '${key}'.` &&
      (ours === unknownKey(key) || (ours === null && /^[^:]*\{/.test(key))),
  },
  {
    id: 'digits-of-newer-scripts',
    describe:
      'Where a digit is asked for, those of all scripts are taken, by Nova and by ours. Which scripts there are depends on the version of Unicode: 14 in the Python that Nova was compared with, a newer one in ours.',
    reason: 'Neither of them lists the digits; with a newer Python Nova takes these, too.',
    example: { key: 'hw:numa_nodes', value: '\u{1e4f1}' },
    matches: ({ case: { key, value }, nova }) =>
      nova !== null && (newerDigits.test(key) || newerDigits.test(value)),
  },
];

function unknownKey(key: string): string {
  return `Validation failed; extra spec '${key}' does not appear to be a valid extra spec.`;
}

/** Those that came with Unicode 15, 16 and 17. */
const newerDigits =
  /[\u{10d40}-\u{10d49}\u{116d0}-\u{116e3}\u{11bf0}-\u{11bf9}\u{11de0}-\u{11de9}\u{11f50}-\u{11f59}\u{16130}-\u{16139}\u{16d70}-\u{16d79}\u{1ccf0}-\u{1ccf9}\u{1e4f0}-\u{1e4f9}\u{1e5f1}-\u{1e5fa}]/u;
