import { instantAt, type JsonObject, textAt } from '@berth/api-kit/json/json-reading.ts';
import { assert } from '@berth/engine/assert.ts';
import type { ConsumerId, ProviderId } from '@berth/engine/ids.ts';
import type { PlacementRecord } from '@berth/placement/records/placement-record.ts';
import type { LedgerRecord, PartRecords, RecordCheck, RecordProblem } from '../../moving/part-records.ts';
import { type Server, type ServerStatus, serverStatuses } from './server.ts';
import type { ServerChange } from './server-changes.ts';

export interface ServerRecord {
  readonly kind: 'server';
  readonly server: Server;
}

/** Servers in an export: by id, each a line that begins with `server`. */
export const serverRecords: PartRecords<ServerChange, ServerRecord> = {
  kinds: { server: 'server' },
  *recordsOf(state) {
    for (const change of state) {
      assert(change.kind === 'server-added', `a stored state is not made by ${change.kind}`);
      yield { kind: 'server', server: change.server };
    }
  },
  changesOf: ({ server }) => [{ kind: 'server-added', server }],
  encode({ server: { id, name, projectId, status, hostId, createdAt } }) {
    const created_at = new Date(createdAt).toISOString();
    return JSON.stringify({ server: id, name, project_id: projectId, status, host: hostId, created_at });
  },
  decode: (line) => ({ kind: 'server', server: serverIn(line) }),
  describe: ({ server }) => `server ${server.id} (${server.name})`,
  isCatalog: () => false,
  isStandard: () => false,
  counted: ['servers'],
  countsOf: () => ({ servers: 1 }),
  describeCounts: ({ servers }) => `${servers} servers`,
  allowances: ['lost-claims'],
  *ruleProblems({ server: { id, name, status, createdAt } }) {
    if (name === '') yield `server ${id} has no name`;
    if (!serverStatuses.includes(status)) yield `server ${id} is ${status}, which no server can be`;
    if (!Number.isFinite(new Date(createdAt).getTime())) yield `server ${id}: ${createdAt} is no time`;
  },
  newCheck: () => new ServerRecordCheck(),
};

function serverIn(line: JsonObject): Server {
  return {
    id: textAt(line, 'server') as ConsumerId,
    name: textAt(line, 'name'),
    projectId: textAt(line, 'project_id'),
    status: textAt(line, 'status') as ServerStatus, // Whether it is one is a rule.
    hostId: textAt(line, 'host') as ProviderId,
    createdAt: instantAt(line, 'created_at'),
  };
}

/** A server holds something of its host, unless a client of Placement has taken its claim away. */
class ServerRecordCheck implements RecordCheck<ServerRecord> {
  readonly #hostsOf = new Map<ConsumerId, ReadonlySet<ProviderId>>();
  readonly #seen = new Set<ConsumerId>();

  see(record: LedgerRecord): void {
    if (record.kind !== 'consumer') return;
    const { consumer } = record as Extract<PlacementRecord, { kind: 'consumer' }>; // That kind is Placement's.
    this.#hostsOf.set(consumer.id, new Set(consumer.allocations.map(({ providerId }) => providerId)));
  }

  *problemsOf(record: ServerRecord): Generator<RecordProblem> {
    for (const text of serverRecords.ruleProblems(record)) yield { text, allowance: null };
    const { id, hostId } = record.server;
    if (this.#seen.has(id)) yield { text: `server ${id} is there twice`, allowance: null };
    this.#seen.add(id);
    if (this.#hostsOf.get(id)?.has(hostId)) return;
    yield { text: `server ${id} holds nothing of its host, ${hostId}`, allowance: 'lost-claims' };
  }

  *problemsOfAll(): Generator<RecordProblem> {}
}
