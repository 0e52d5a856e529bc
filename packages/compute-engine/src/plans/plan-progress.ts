import { assert } from '@berth/engine/assert.ts';
import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { type KeptMove, messageMax, movesPerPage, type MoveState, type Plan, type PlanPage } from './plan.ts';
import { pagesOf } from './plan-of.ts';

/** A plan that goes on: its moves as they are by now, and in the end what has changed of it. */
export class PlanProgress {
  #plan: Plan;
  readonly #pages: PlanPage[];
  readonly #changed = new Set<number>();
  readonly #now: Instant;

  constructor(compute: Compute, plan: Plan, now: Instant) {
    this.#plan = plan;
    this.#pages = [...pagesOf(compute, plan)];
    this.#now = now;
  }

  get plan(): Plan {
    return this.#plan;
  }

  move(number: number): KeptMove {
    const move = this.#pages[Math.floor(number / movesPerPage)]?.moves[number % movesPerPage];
    assert(move, 'a plan has the moves that it counts');
    return move;
  }

  /** The numbers of those in a state, in their order. */
  *in(state: MoveState): Generator<number> {
    if (this.#plan.counts[state] === 0) return;
    for (let number = 0; number < this.#plan.moveCount; number++) {
      if (this.move(number).state === state) yield number;
    }
  }

  begin(number: number, migrationId: ConsumerId): void {
    this.#set(number, { state: 'moving', startedAt: this.#now, migrationId });
  }

  end(number: number, state: 'done' | 'failed' | 'skipped', message: string | null): void {
    const cut = message === null ? null : message.slice(0, messageMax);
    this.#set(number, { state, endedAt: this.#now, message: cut });
    const { options } = this.#plan;
    if (state !== 'failed' || options.onFailure !== 'stop' || this.#plan.state !== 'running') return;
    const why = `Step ${number} failed: ${cut ?? ''}`.slice(0, messageMax);
    this.#plan = { ...this.#plan, state: 'stopped', message: why };
  }

  /** When nothing is left to be done, it is done. */
  changes(): readonly ComputeChange[] {
    const { counts } = this.#plan;
    const isDone = counts.waiting === 0 && counts.moving === 0 && this.#plan.state !== 'done';
    if (isDone) this.#plan = { ...this.#plan, state: 'done' };
    if (this.#changed.size === 0 && !isDone) return [];
    return [
      { kind: 'plan-set', thing: { ...this.#plan, updatedAt: this.#now } },
      ...Array.from(this.#changed, (page): ComputeChange => {
        return { kind: 'plan-page-set', thing: this.#pages[page] as PlanPage }; // It was changed, so it is there.
      }),
    ];
  }

  #set(number: number, change: Partial<KeptMove> & Pick<KeptMove, 'state'>): void {
    const before = this.move(number);
    const at = Math.floor(number / movesPerPage);
    const page = this.#pages[at] as PlanPage; // The move is on it.
    const moves = page.moves.with(number % movesPerPage, { ...before, ...change });
    this.#pages[at] = { ...page, moves };
    this.#changed.add(at);
    const { counts } = this.#plan;
    const left = { ...counts, [before.state]: counts[before.state] - 1 };
    this.#plan = { ...this.#plan, counts: { ...left, [change.state]: left[change.state] + 1 } };
  }
}
