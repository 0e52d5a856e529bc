import { dumpWorld } from '@berth/engine/testing/dump-world.ts';
import type { JournalReader } from '@berth/ledger/journal/journal.ts';
import {
  type ChangeWithServers,
  cloudWithServers,
  type CloudWithServers,
  type CommandWithServers,
} from '../cloud-with-servers.ts';
import { arbitraryHistory, type History, lived } from '../lived.ts';
import { arbitraryServerCommand } from './arbitrary-server-command.ts';

export type HistoryWithServers = History<CommandWithServers>;

export const arbitraryHistoryWithServers = arbitraryHistory(arbitraryServerCommand());

export function livedWithServers(
  history: HistoryWithServers,
  onChanges: (changes: readonly ChangeWithServers[], world: CloudWithServers) => void,
): CloudWithServers {
  return lived(cloudWithServers, history, onChanges);
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
