import type { IdentityChange } from './nouns.ts';
import { refuse } from './refusals.ts';

/** All of these, unless there are too many for one command: nobody else is served while they are written. */
export function atOnce(changes: Iterable<IdentityChange>): readonly IdentityChange[] {
  const all: IdentityChange[] = [];
  for (const change of changes) {
    if (all.push(change) > most) refuse({ kind: 'too-much-at-once', most });
  }
  return all;
}

const most = 5_000;
