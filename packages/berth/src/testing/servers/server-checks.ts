import type { ConsumerId } from '@berth/engine/ids.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import type { Row } from '@berth/ledger/journal/projection.ts';
import type { ChangesCheck, ComparedChanges, PartChecks, RowsCheck } from '../../checking/part-checks.ts';
import type { Server } from './server.ts';
import type { ServerChange } from './server-changes.ts';

export const serverChecks: PartChecks<ServerChange> = {
  checkRows,
  newChangesCheck: () => new ServerChangesCheck(),
};

function checkRows(read: (table: string) => Iterable<Row>): RowsCheck {
  const problems: string[] = [];
  let servers = 0;
  for (const { id, host_id: hostId } of read('servers')) {
    servers++;
    if (hostId === '') problems.push(`Server ${id} has no host.`);
  }
  return { counts: { servers }, problems };
}

/** What each server was last said to be; null: it was removed. */
class ServerChangesCheck implements ChangesCheck<ServerChange> {
  readonly #said = new Map<ConsumerId, { readonly number: number; readonly server: Server | null }>();

  note({ number, change }: NumberedChange<ServerChange>): void {
    if (change.kind === 'server-added') {
      this.#said.set(change.server.id, { number, server: change.server });
    } else if (change.kind === 'server-removed') {
      this.#said.set(change.id, { number, server: null });
    } else {
      const server = this.#said.get(change.id)?.server;
      if (server) this.#said.set(change.id, { number, server: { ...server, name: change.name } });
    }
  }

  compare(state: Iterable<ServerChange>): ComparedChanges<ServerChange> {
    const problems: string[] = [];
    const repairs: ServerChange[] = [];
    const rows = new Map<ConsumerId, Server>();
    for (const change of state) if (change.kind === 'server-added') rows.set(change.server.id, change.server);
    for (const [id, { number, server }] of this.#said) {
      const row = rows.get(id) ?? null;
      if (textOf(row) === textOf(server)) continue;
      problems.push(`The row of server ${id} is not what change ${number} has made it.`);
      if (row && server && row.name !== server.name) {
        repairs.push({ kind: 'server-renamed', id, name: server.name });
      }
    }
    return { problems, repairs };
  }
}

function textOf(server: Server | null): string {
  return JSON.stringify(server && Object.entries(server).sort(([a], [b]) => (a < b ? -1 : 1)));
}
