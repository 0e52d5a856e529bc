import type { Asked, Operation, Outcome } from '../checking/history.ts';

/** Takes down what the clients do, by one clock. */
export class Recorder {
  readonly operations: Operation[] = [];
  #nextId = 1;

  newId(): number {
    return this.#nextId++;
  }

  now(): number {
    return performance.now();
  }

  note(operation: {
    readonly id: number;
    readonly client: number;
    readonly process: number;
    readonly asked: Asked;
    readonly startedMs: number;
    readonly outcome: Outcome;
  }): void {
    this.operations.push({ ...operation, endedMs: this.now() });
  }
}
