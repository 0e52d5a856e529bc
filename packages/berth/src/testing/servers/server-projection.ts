import { unreachable } from '@berth/engine/assert.ts';
import type { ConsumerId, ProviderId } from '@berth/engine/ids.ts';
import type { Projection, Row, RowChange } from '@berth/ledger/journal/projection.ts';
import type { ServerStatus } from './server.ts';
import { type ServerChange, serverChangeKinds } from './server-changes.ts';

/** How servers are kept in a ledger. */
export const serverProjection: Projection<ServerChange> = {
  name: 'servers',
  kinds: serverChangeKinds,
  schemaVersion: 1,
  migrations: [],
  tables: [
    {
      name: 'servers',
      columns: {
        id: 'text',
        name: 'text',
        project_id: 'text',
        status: 'text',
        host_id: 'text',
        created_at: 'integer',
      },
      keyLength: 1,
    },
  ],
  rowsOf,
  changesOf,
};

function rowsOf(change: ServerChange): RowChange[] {
  switch (change.kind) {
    case 'server-added': {
      const { id, name, projectId, status, hostId, createdAt } = change.server;
      const row = { id, name, project_id: projectId, status, host_id: hostId, created_at: createdAt };
      return [{ do: 'put', table: 'servers', row }];
    }
    case 'server-renamed':
      return [{ do: 'patch', table: 'servers', where: { id: change.id }, set: { name: change.name } }];
    case 'server-removed':
      return [{ do: 'remove', table: 'servers', where: { id: change.id } }];
    default:
      return unreachable(change);
  }
}

function* changesOf(read: (table: string) => Iterable<Row>): Generator<ServerChange> {
  for (const row of read('servers')) {
    const server = {
      id: row['id'] as ConsumerId,
      name: row['name'] as string,
      projectId: row['project_id'] as string,
      status: row['status'] as ServerStatus,
      hostId: row['host_id'] as ProviderId,
      createdAt: row['created_at'] as number,
    };
    yield { kind: 'server-added', server };
  }
}
