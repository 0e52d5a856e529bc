import { pythonFloat } from './python-float.ts';

/**
 * Whether a value is what an extra spec asks for: `>= 4`, `s== gold`, `<in> avx`, `<or> kvm <or> qemu`, or the very same text. An
 * expression that cannot be understood is not met.
 */
export function matchesExpression(value: string, expression: string): boolean {
  const [operator = '', ...words] = expression.trim().split(/\s+/);
  if (operator === '<or>') return alternativesOf(words).includes(value);
  const compare = comparisons.get(operator);
  if (compare === undefined) return value === expression;
  return words.length > 0 && compare(value, words);
}

/** `a <or> b <or> c`: every other word, whatever stands between. */
function alternativesOf(words: readonly string[]): string[] {
  return words.filter((_, index) => index % 2 === 0);
}

type Comparison = (value: string, words: readonly string[]) => boolean;

function ofNumbers(holds: (one: number, other: number) => boolean): Comparison {
  return (value, [word = '']) => {
    const [one, other] = [pythonFloat(value), pythonFloat(word)];
    return one !== null && other !== null && holds(one, other);
  };
}

function ofTexts(holds: (one: string, other: string) => boolean): Comparison {
  return (value, [word = '']) => holds(value, word);
}

const comparisons: ReadonlyMap<string, Comparison> = new Map([
  ['=', ofNumbers((one, other) => one >= other)],
  ['==', ofNumbers((one, other) => one === other)],
  ['!=', ofNumbers((one, other) => one !== other)],
  ['>=', ofNumbers((one, other) => one >= other)],
  ['<=', ofNumbers((one, other) => one <= other)],
  ['s==', ofTexts((one, other) => one === other)],
  ['s!=', ofTexts((one, other) => one !== other)],
  ['s<', ofTexts((one, other) => one < other)],
  ['s<=', ofTexts((one, other) => one <= other)],
  ['s>', ofTexts((one, other) => one > other)],
  ['s>=', ofTexts((one, other) => one >= other)],
  ['<in>', ofTexts((one, other) => one.includes(other))],
  ['<all-in>', (value, words) => words.every((word) => value.includes(word))],
]);
