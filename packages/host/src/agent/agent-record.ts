import { consumerMoves } from '../tracker/consumer-moves.ts';
import { describeFailure, type NodeFailure, type PassReport } from '../tracker/pass-report.ts';

/** After how many intervals a pass that is not over has got stuck. */
const stuckIntervals = 10;

/** Since the agent was made. */
export interface AgentCounts {
  readonly goodPasses: number;
  readonly failedPasses: number;
  readonly providersWritten: number;
  readonly reshapes: number;
  readonly consumersMoved: number;
}

/** What an agent has done so far, for health checks and metrics. */
export class AgentRecord {
  readonly #intervalMs: number;
  readonly #now: () => number;
  #beganAt: number | null = null;
  #lastGoodAt: number | null = null;
  #failingSince: number | null = null;
  #failures: readonly NodeFailure[] = [];
  #nodes = 0;
  readonly #counts = {
    goodPasses: 0,
    failedPasses: 0,
    providersWritten: 0,
    reshapes: 0,
    consumersMoved: 0,
  };

  constructor(intervalMs: number, now: () => number) {
    this.#intervalMs = intervalMs;
    this.#now = now;
  }

  begin(): void {
    this.#beganAt = this.#now();
  }

  end({ updated, failures }: PassReport): void {
    this.#beganAt = null;
    this.#failures = failures;
    this.#nodes = updated.length + failures.filter(({ node }) => node !== null).length;
    const counts = this.#counts;
    for (const { difference, move } of updated) {
      counts.providersWritten += difference.length;
      if (move === null) continue;
      counts.reshapes += 1;
      counts.consumersMoved += consumerMoves(move).length;
    }
    if (failures.length > 0) {
      counts.failedPasses += 1;
      this.#failingSince ??= this.#now();
    } else {
      counts.goodPasses += 1;
      this.#failingSince = null;
      this.#lastGoodAt = this.#now();
    }
  }

  get counts(): AgentCounts {
    return this.#counts;
  }

  get nodes(): number {
    return this.#nodes;
  }

  /** Null where none has been. */
  get lastGoodAt(): number | null {
    return this.#lastGoodAt;
  }

  /** Why the host may not be up to date in Placement, a line for each reason; none where it is. */
  problems(): readonly string[] {
    const now = this.#now();
    const problems = this.#failures.map(describeFailure);
    if (this.#failingSince !== null) {
      const good = this.#lastGoodAt === null ? 'never before' : `last ${at(this.#lastGoodAt)}`;
      problems.unshift(`no pass has worked since ${at(this.#failingSince)}, ${good}`);
    } else if (this.#lastGoodAt === null) {
      problems.push('the first pass is not over yet');
    }
    if (this.#beganAt !== null && now - this.#beganAt > stuckIntervals * this.#intervalMs) {
      problems.push(`a pass has been under way since ${at(this.#beganAt)}`);
    }
    return problems;
  }
}

function at(time: number): string {
  return new Date(time).toISOString();
}
