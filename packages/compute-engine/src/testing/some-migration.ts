import type { ConsumerId } from '@berth/engine/ids.ts';
import { longAgo } from '@berth/engine/testing/instants.ts';
import type { Migration } from '../migrations/migration.ts';
import { placeOn, serverIdOf, someServer } from './some-server.ts';

export function migrationIdOf(number: number): ConsumerId {
  return `00000000-0000-4000-9000-${String(number).padStart(12, '0')}` as ConsumerId;
}

/** A server that was resized, and is where it is to stay. */
export function someMigration(change: Partial<Migration> = {}): Migration {
  const { number = 1 } = change;
  const { flavor } = someServer();
  return {
    id: migrationIdOf(number),
    number,
    serverId: serverIdOf(1),
    type: 'resize',
    status: 'confirmed',
    userId: 'u',
    projectId: 'p',
    createdAt: longAgo + number,
    updatedAt: longAgo + number,
    source: placeOn('host1'),
    target: { ...placeOn('host2'), address: '127.0.0.1' },
    oldFlavor: flavor,
    newFlavor: { ...flavor, number: flavor.number + 1 },
    vmState: 'active',
    ...change,
  };
}
