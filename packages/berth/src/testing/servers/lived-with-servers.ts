import type { Command as PlacementCommand } from '@berth/engine/decide.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import { arbitraryCommand, arbitraryWorldInUse } from '@berth/engine/testing/arbitrary-command.ts';
import { dumpWorld } from '@berth/engine/testing/dump-world.ts';
import { given } from '@berth/engine/testing/given.ts';
import { withRealGenerations } from '@berth/engine/testing/with-real-generations.ts';
import type { JournalReader } from '@berth/ledger/journal/journal.ts';
import { changesThatMake } from '@berth/placement/testing/changes-that-make.ts';
import fc from 'fast-check';
import {
  type ChangeWithServers,
  cloudWithServers,
  type CloudWithServers,
  type CommandWithServers,
} from '../cloud-with-servers.ts';
import { arbitraryServerCommand } from './arbitrary-server-command.ts';
import { isServerCommand, ServerRefusal } from './server-commands.ts';

/** A Placement in the notation of `given`, and what is asked of both parts then. */
export interface HistoryWithServers {
  readonly text: string;
  readonly commands: readonly CommandWithServers[];
}

export const arbitraryHistoryWithServers: fc.Arbitrary<HistoryWithServers> = fc.record({
  text: arbitraryWorldInUse(),
  commands: fc.array(fc.oneof(arbitraryServerCommand(), arbitraryCommand()), {
    maxLength: 20,
    size: '+1',
  }),
});

/** The world of the text, with `onChanges` told of what made it and then of each command's changes, which are in it by then. */
export function livedWithServers(
  { text, commands }: HistoryWithServers,
  onChanges: (changes: readonly ChangeWithServers[], world: CloudWithServers) => void,
): CloudWithServers {
  const world = cloudWithServers.newWorld();
  const first: ChangeWithServers[] = [...changesThatMake(given(text))];
  for (const change of first) cloudWithServers.domain.apply(world, change);
  onChanges(first, world);
  for (const command of commands) {
    const changes = decideOrRefuse(world, command) ?? [];
    for (const change of changes) cloudWithServers.domain.apply(world, change);
    if (changes.length > 0) onChanges(changes, world);
  }
  return world;
}

/** Null: refused. */
export function decideOrRefuse(
  world: CloudWithServers,
  command: CommandWithServers,
): readonly ChangeWithServers[] | null {
  try {
    return cloudWithServers.domain.decide(world, realCommand(world, command));
  } catch (error) {
    if (error instanceof Refusal || error instanceof ServerRefusal) return null;
    throw error;
  }
}

function realCommand(world: CloudWithServers, command: CommandWithServers): CommandWithServers {
  if (isServerCommand(command)) return command;
  return withRealGenerations(world.placement, command satisfies PlacementCommand);
}

export async function loadedWithServers(
  journal: JournalReader<ChangeWithServers>,
): Promise<CloudWithServers> {
  const world = cloudWithServers.newWorld();
  for (const change of await journal.load()) cloudWithServers.domain.apply(world, change);
  return world;
}

/** All that both parts hold, as plain data that can be compared. */
export function dumpWithServers({ placement, servers }: CloudWithServers): object {
  return {
    placement: dumpWorld(placement),
    servers: [...servers.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}
