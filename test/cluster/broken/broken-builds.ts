import type { FaultKind } from '../faults/fault.ts';
import type { Edit } from './copy-checkout.ts';

/** A Berth in which one thing is wrong, and what brings that to light. */
export interface BrokenBuild {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Null: load alone. */
  readonly fault: FaultKind | null;
  /** Where another lease than usual brings it to light. */
  readonly leaseMs?: number;
}

const member = 'packages/ledger/src/following/member.ts';
const follower = 'packages/ledger/src/following/follower.ts';
const journal = 'packages/ledger/src/journal/postgres-journal.ts';
const ownTables = 'packages/ledger/src/journal/postgres/own-tables.ts';
const lease = 'packages/ledger/src/journal/postgres/lease.ts';
const databaseMs = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

export const brokenBuilds: readonly BrokenBuild[] = [
  {
    name: 'a follower answers without looking for what is new',
    edits: [
      {
        file: member,
        from: 'if (this.#leading === null) return await this.#pulls.ask();',
        to: 'if (this.#leading === null) return;',
      },
    ],
    fault: null,
  },
  {
    name: 'the leader answers without waiting for what is under way',
    edits: [
      {
        file: member,
        from: 'if (leading?.journal.isCertain && leading.committer.underway === null) return undefined;',
        to: 'if (leading?.journal.isCertain) return undefined;',
      },
    ],
    fault: 'unanswered',
  },
  {
    name: 'nobody looks whether there is room',
    edits: [
      {
        file: 'packages/engine/src/commands/claim.ts',
        from: 'if (used + takenNow > capacityOf(inventory)) {',
        to: 'if (used + takenNow > 10 * capacityOf(inventory)) {',
      },
    ],
    fault: null,
  },
  {
    name: 'nobody looks at the generation of a consumer',
    edits: [
      {
        file: 'packages/engine/src/commands/claim.ts',
        from: 'if (actual !== claim.expectedGeneration) {',
        to: 'if (actual === null && claim.expectedGeneration !== null) {',
      },
    ],
    fault: null,
  },
  {
    name: 'the leader is certain for ever that nobody else leads',
    edits: [
      {
        file: 'packages/ledger/src/journal/postgres/certainty.ts',
        from: 'return performance.now() < this.#untilMs && Date.now() < this.#untilDate;',
        to: 'return this.#untilMs + this.#untilDate > 0;',
      },
    ],
    fault: 'pause',
  },
  {
    // The one without the other is not seen: a leader that is late finds its numbers taken.
    name: 'the database takes what any leader writes, whatever its epoch and its number',
    edits: [
      {
        file: ownTables,
        from: "raise exception 'somebody else leads'",
        to: "raise notice 'somebody else leads'",
      },
      {
        file: ownTables,
        from: "raise exception 'change %",
        to: "raise notice 'change %",
      },
      {
        file: journal,
        from: 'as given (number, change), berth_lease`;',
        to: 'as given (number, change), berth_lease on conflict do nothing`;',
      },
    ],
    fault: 'unanswered',
  },
  {
    name: 'a write whose fate is unknown is sent again',
    edits: [
      {
        file: 'packages/berth/src/cluster/in-cluster.ts',
        from: "if (sending.kind === 'unknown') return failure(503, unknownFate, requestId);",
        to: '',
      },
    ],
    fault: 'kill',
  },
  {
    name: 'when the connection is lost, it is taken for granted that all was stored',
    edits: [
      {
        file: journal,
        from: 'if ((await readHash(this.#session, next.number)) === next.hash) return;',
        to: 'if ((await readHash(this.#session, next.number)) !== next.hash || true) return;',
      },
    ],
    fault: 'unanswered',
  },
  {
    name: 'when the connection is lost, it is taken for granted that nothing was stored',
    edits: [
      {
        file: journal,
        from: 'if ((await readHash(this.#session, next.number)) === next.hash) return;',
        to: '',
      },
    ],
    fault: 'unanswered',
  },
  {
    name: 'a follower does not look whether the history is still the one it knows',
    edits: [
      { file: follower, from: 'if (hashBefore !== last.hash) return await this.#startAgain();', to: '' },
    ],
    fault: 'older-same-epoch',
  },
  {
    // One of these checks alone is enough, which is why there are several.
    name: 'the leader does not look whether the history is still the one it knows',
    edits: [
      { file: ownTables, from: "raise exception 'change %", to: "raise notice 'change %" },
      {
        file: journal,
        from: 'else if (!possible.some((each) => isSamePoint(each, last)))',
        to: 'else if (possible.length === 0)',
      },
      {
        file: journal,
        from: 'if (!this.#possiblyLast().some((each) => isSamePoint(each, last)))',
        to: 'if (last.number < 0)',
      },
    ],
    fault: 'older-same-epoch',
  },
  {
    name: 'what is lost is not remembered',
    edits: [{ file: follower, from: 'options.recentMax ?? 10_000', to: '1' }],
    fault: 'older-other-epoch',
  },
  {
    name: 'what was not lost is said to be',
    edits: [
      {
        file: 'packages/ledger/src/following/recent-changes.ts',
        from: 'this.#changes.splice(shared + 1)',
        to: 'this.#changes.splice(Math.max(0, shared))',
      },
    ],
    fault: 'older-same-epoch',
  },
  {
    name: 'a lease runs by the clock of the database',
    edits: [
      {
        file: lease,
        from: 'renewals, lease_ms, holder, address, secret from',
        to: `renewals, lease_ms - (${databaseMs} - renewals), holder, address, secret from`,
      },
      { file: lease, from: 'renewals = 0, lease_ms', to: `renewals = ${databaseMs}, lease_ms` },
      { file: lease, from: 'set renewals = renewals + 1', to: `set renewals = ${databaseMs}` },
      { file: lease, from: 'renewals = 0 where', to: `renewals = ${databaseMs} where` },
    ],
    fault: 'clock',
    leaseMs: 3_000,
  },
];
