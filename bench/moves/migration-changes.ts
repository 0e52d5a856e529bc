import type { CloudChange } from '@berth/berth/cloud/stored-cloud.ts';
import type { Migration } from '@berth/compute-engine/migrations/migration.ts';
import type { Server, ServerPlace } from '@berth/compute-engine/servers/server.ts';
import { migrationIdOf } from '@berth/compute-engine/testing/some-migration.ts';
import { begin, serverChanges } from '../compute/server-changes.ts';

const second = 1_000;

/** All that a ledger of so many migrations holds: hosts, a tenth as many servers, and of each ten migrations, which are over. */
export function* migrationChanges(migrations: number): Generator<CloudChange> {
  const servers: Server[] = [];
  for (const change of serverChanges({ servers: Math.ceil(migrations / 10), liveOfTen: 10 })) {
    yield change;
    if (change.kind === 'server-set') servers.push(change.thing);
  }
  for (let number = 1; number <= migrations; number++) {
    const server = servers[number % servers.length] as Server;
    const { place: target } = servers[(number + 10) % servers.length] as Server;
    yield { kind: 'migration-set', thing: migrationOf(number, server, target as ServerPlace) };
  }
  yield { kind: 'numbers-given', series: 'migrations', last: migrations };
}

/** Each is made a second after the one before, and over half a minute later. */
function migrationOf(number: number, server: Server, target: ServerPlace): Migration {
  const createdAt = begin + number * second;
  return {
    id: migrationIdOf(number),
    number,
    serverId: server.id,
    type: 'migration',
    status: 'confirmed',
    userId: 'admin',
    projectId: 'admin',
    createdAt,
    updatedAt: createdAt + 30 * second,
    source: server.place as ServerPlace, // All of them live.
    target: { ...target, address: '127.0.0.1' },
    oldFlavor: server.flavor,
    newFlavor: server.flavor,
    vmState: 'active',
  };
}
