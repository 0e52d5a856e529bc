import type { FaultKind } from '../faults/fault.ts';
import type { Edit } from './copy-checkout.ts';

/** A Berth in which one thing is wrong, and what brings that to light. */
export interface BrokenBuild {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Null: load alone. */
  readonly fault: FaultKind | null;
}

const member = 'packages/ledger/src/following/member.ts';

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
        file: 'packages/ledger/src/journal/postgres/own-tables.ts',
        from: 'if not found then',
        to: 'if false then',
      },
      {
        file: 'packages/ledger/src/journal/postgres-journal.ts',
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
        file: 'packages/placement/src/cluster/in-cluster.ts',
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
        file: 'packages/ledger/src/journal/postgres-journal.ts',
        from: 'if (await isStored(this.#session, epoch, first, count)) return;',
        to: 'if ((await isStored(this.#session, epoch, first, count)) || true) return;',
      },
    ],
    fault: 'unanswered',
  },
  {
    name: 'when the connection is lost, it is taken for granted that nothing was stored',
    edits: [
      {
        file: 'packages/ledger/src/journal/postgres-journal.ts',
        from: 'if (await isStored(this.#session, epoch, first, count)) return;',
        to: '',
      },
    ],
    fault: 'unanswered',
  },
];
