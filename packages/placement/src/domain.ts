import { apply } from '@berth/engine/apply.ts';
import type { Change } from '@berth/engine/changes.ts';
import { sizeOf } from '@berth/engine/commands/size-of.ts';
import { type Command, decide } from '@berth/engine/decide.ts';
import { weightOf } from '@berth/engine/weight-of.ts';
import type { WorldState } from '@berth/engine/world.ts';
import type { Domain } from '@berth/ledger/domain.ts';

/** How the ledger decides and applies what is asked of Placement. */
export const placementDomain = {
  decide,
  apply,
  sizeOf,
  weightOf,
} satisfies Domain<WorldState, Command, Change>;
