import { ComputeRefusal } from '@berth/compute-engine/refusals.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Command as PlacementCommand } from '@berth/engine/decide.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import { arbitraryCommand, arbitraryWorldInUse } from '@berth/engine/testing/arbitrary-command.ts';
import { given } from '@berth/engine/testing/given.ts';
import { withRealGenerations } from '@berth/engine/testing/with-real-generations.ts';
import type { World as PlacementWorld } from '@berth/engine/world.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import { changesThatMake } from '@berth/placement/testing/changes-that-make.ts';
import fc from 'fast-check';
import type { StoredCloud } from '../cloud/composition.ts';
import { ServerRefusal } from './servers/server-commands.ts';

/** A Placement in the notation of `given`, and what is asked of all parts then. */
export interface History<Command> {
  readonly text: string;
  readonly commands: readonly Command[];
}

/** Commands of Placement, and as many of the other parts. */
export function arbitraryHistory<Command>(
  ofOthers: fc.Arbitrary<Command>,
): fc.Arbitrary<History<Command | PlacementCommand>> {
  return fc.record({
    text: arbitraryWorldInUse(),
    commands: fc.array(fc.oneof(ofOthers, arbitraryCommand()), { maxLength: 20, size: '+1' }),
  });
}

interface WithPlacement {
  readonly placement: PlacementWorld;
}

/** The world of the text, with `onChanges` told of what made it and then of each command's changes, which are in it by then. */
export function lived<World extends WithPlacement, Command, Change extends KindedChange>(
  stored: StoredCloud<World, Command, Change | PlacementChange>,
  { text, commands }: History<Command>,
  onChanges: (changes: readonly (Change | PlacementChange)[], world: World) => void,
): World {
  const world = stored.newWorld();
  const first = [...changesThatMake(given(text))];
  for (const change of first) stored.domain.apply(world, change);
  onChanges(first, world);
  for (const command of commands) {
    const changes = decideOrRefuse(stored, world, command) ?? [];
    for (const change of changes) stored.domain.apply(world, change);
    if (changes.length > 0) onChanges(changes, world);
  }
  return world;
}

/** Null: refused. */
export function decideOrRefuse<World extends WithPlacement, Command, Change extends KindedChange>(
  { domain }: Pick<StoredCloud<World, Command, Change>, 'domain'>,
  world: World,
  command: Command,
): readonly Change[] | null {
  try {
    return domain.decide(world, withGenerations(world, command));
  } catch (error) {
    if ([Refusal, ServerRefusal, ComputeRefusal].some((kind) => error instanceof kind)) return null;
    throw error;
  }
}

/** Commands of other parts than Placement have none, and come back as they are. */
function withGenerations<Command>({ placement }: WithPlacement, command: Command): Command {
  return withRealGenerations(placement, command as PlacementCommand) as Command;
}
