import type { PlanOptions } from '../cloud-file/planning/plan.ts';
import { prunables } from '../cloud-file/planning/plan-pruned.ts';
import { choices, flag, neededText, type TakenBy } from '../command/option.ts';

/** What `diff` and `apply` take alike: both make the same plan. */
export const cloudFileOptions = {
  file: neededText('<file>', 'What the cloud is to have, YAML (docs/cloud-file.md); - is standard input.', {
    aliases: ['-f'],
  }),
  prune: choices(prunables, 'Delete those of this kind that the file does not have.'),
  replaceFlavors: flag('Delete flavors of other sizes than the file says, and make them anew.'),
};

export function planOptions({
  prune,
  replaceFlavors,
}: Pick<TakenBy<typeof cloudFileOptions>, 'prune' | 'replaceFlavors'>): PlanOptions {
  return { prunes: prune, replacesFlavors: replaceFlavors };
}
