import type { LogTarget } from '../log/log.ts';
import { standardError } from '../log/standard-error.ts';

/**
 * How far something has come, for people: a bar on a terminal, a line now and then elsewhere. `target` is standard error, since
 * standard output may be the result.
 */
export class Progress {
  readonly #target: LogTarget;
  readonly #clock: () => number;
  #label = '';
  #total: number | null = null;
  #startedMs = 0;
  #startedAt = 0;
  #shownMs = Number.NEGATIVE_INFINITY;

  constructor(target: LogTarget = standardError, clock: () => number = () => performance.now()) {
    this.#target = target;
    this.#clock = clock;
  }

  /** Begins with something new. `done` is what an earlier run has done of it. */
  start(label: string, total: number | null = null, done = 0): void {
    this.#label = label;
    this.#total = total;
    this.#startedMs = this.#clock();
    this.#startedAt = done;
    this.#shownMs = Number.NEGATIVE_INFINITY;
    this.at(done);
  }

  at(done: number): void {
    const now = this.#clock();
    if (now - this.#shownMs < (this.#target.isTerminal ? barMs : lineMs)) return;
    this.#shownMs = now;
    this.#show(done, now, this.#target.isTerminal ? '' : '\n');
  }

  /** The last line of what was begun stays. */
  end(done: number): void {
    this.#show(done, this.#clock(), '\n');
  }

  #show(done: number, now: number, ending: string): void {
    const seconds = (now - this.#startedMs) / 1000;
    const rate = seconds > 0 ? (done - this.#startedAt) / seconds : 0;
    const parts = [`${this.#label}: ${done}${this.#total === null ? '' : ` of ${this.#total}`}`];
    if (rate > 0) parts.push(`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`);
    if (this.#total !== null && done < this.#total && rate > 0) {
      parts.push(`about ${timeText((this.#total - done) / rate)} left`);
    }
    const text = parts.join(', ');
    if (!this.#target.isTerminal) this.#target.write(`${text}${ending}`);
    else this.#target.write(`\r\x1b[K${this.#bar(done)}${text}${ending}`);
  }

  #bar(done: number): string {
    if (this.#total === null || this.#total === 0) return '';
    const full = Math.min(barWidth, Math.floor((done / this.#total) * barWidth));
    return `[${'#'.repeat(full)}${' '.repeat(barWidth - full)}] `;
  }
}

const barWidth = 24;
const barMs = 100;
const lineMs = 10_000;

function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
