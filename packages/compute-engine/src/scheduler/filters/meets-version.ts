/**
 * Whether a version, as hypervisors tell it, is one of those that are asked for: 2010001 is 2.10.1, and `>=2.6,<3.0` are conditions that
 * must all hold.
 */
export function meetsVersion(version: number, conditions: string): boolean {
  const actual = [...partsOf(version), final, 0];
  return conditions.split(',').every((condition) => {
    const [, operator = '', numbers = '', stage, count] = pattern.exec(condition) ?? [];
    const [major = 0, minor = 0, patch = 0] = numbers.split('.').map(Number);
    const stageOrder = stage === undefined ? final : stage === 'a' ? -2 : -1;
    return holds(operator, compare(actual, [major, minor, patch, stageOrder, Number(count ?? 0)]));
  });
}

const pattern = /^\s*(<=|>=|<|>|!=|==)\s*(\d+\.\d+(?:\.\d+)?)(?:([ab])(\d+))?\s*$/;

/** Alpha and beta versions come before the version itself. */
const final = 0;

/** Three digits each, from the right: 1000 is 1.0 and 1000000 is 1.0.0. */
function partsOf(version: number): number[] {
  const parts: number[] = [];
  for (let rest = version; rest > 0; rest = Math.floor(rest / 1000)) parts.unshift(rest % 1000);
  while (parts.length < 3) parts.push(0);
  return parts.slice(0, 3);
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, part] of one.entries()) {
    const difference = part - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function holds(operator: string, order: number): boolean {
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    default:
      return false;
  }
}
