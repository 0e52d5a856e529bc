import type { Problem } from '../problem.ts';
import type { Flavor } from './check-flavor-and-image.ts';
import { pythonText } from '../python/python-text.ts';

const largest = 2 ** 31 - 1;

const least = { ram: 1, vcpus: 1, disk: 0 } as const;

/** What makes it no flavor at all. The original has none like it, since it does not let anybody make one. */
export function flavorProblems(flavor: Flavor): Problem[] {
  return (['ram', 'vcpus', 'disk'] as const)
    .filter((field) => !isWithin(flavor[field], least[field]))
    .map((field) => ({
      key: field,
      value: pythonText(flavor[field]),
      rule: 'invalid-flavor',
      severity: 'error',
      text: `The flavor's ${field} must be a whole number from ${least[field]} to ${largest}.`,
      suggestion: null,
    }));
}

function isWithin(amount: number, smallest: number): boolean {
  return Number.isInteger(amount) && amount >= smallest && amount <= largest;
}
