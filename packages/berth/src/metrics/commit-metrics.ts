import { histogramHead, histogramLines, newHistogram, observe } from './histogram.ts';

/** Groups of commands that became durable together: how many commands, and how long it took. */
export class CommitMetrics {
  readonly #sizes = newHistogram(sizeBounds);
  readonly #durations = newHistogram(secondBounds);

  observe(commands: number, seconds: number): void {
    observe(this.#sizes, sizeBounds, commands);
    observe(this.#durations, secondBounds, seconds);
  }

  render(): string {
    return [
      ...histogramHead(size, 'Commands that were made durable together.'),
      ...histogramLines(size, sizeBounds, this.#sizes),
      '',
      ...histogramHead(duration, 'Time to make a group of commands durable.'),
      ...histogramLines(duration, secondBounds, this.#durations),
      '',
    ].join('\n');
  }
}

const size = 'berth_commit_group_size';
const duration = 'berth_commit_duration_seconds';
const sizeBounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const secondBounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];
