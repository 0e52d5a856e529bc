interface Judged {
  readonly refused?: string;
  readonly accepted?: unknown;
}

/** What we say where we refuse what the original takes, and why we are right to. */
const stricter: readonly (readonly [said: RegExp, why: string])[] = [
  [/the least is|the most is|more than the|is a number above 0/, 'Placement would refuse the inventory'],
  [/is given twice/, 'the original takes the last one and says nothing'],
  [/an entry of 'inventories' is a mapping/, 'the original fails when it comes to use it'],
];

/** Whether a difference is one that is meant to be. */
export function isExplained(ours: Judged, original: Judged): boolean {
  if (ours.refused === undefined || original.accepted === undefined) return false;
  return ours.refused.split('\n').every((line) => stricter.some(([said]) => said.test(line)));
}
