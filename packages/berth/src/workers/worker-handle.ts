import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { type Handlers, Rpc } from './rpc.ts';
import type { LeaderProcedures, WorkerProcedures } from './rpc-calls.ts';
import type { WorkerStart } from './run-worker.ts';

/** A thread that follows, as the leading one has it in hand. */
export class WorkerHandle {
  readonly rpc: Rpc<WorkerProcedures, LeaderProcedures>;
  /** Where it takes what is committed. */
  readonly changes: MessagePort;
  /** Resolves, with the reason, when it has ended and was not told to. */
  readonly failed: Promise<Error>;
  readonly #worker: Worker;
  #isEnding = false;
  #hasEnded = false;

  constructor(module: URL, start: Omit<WorkerStart, 'changes'>, handlers: Handlers<LeaderProcedures>) {
    const { number } = start;
    const { port1, port2 } = new MessageChannel();
    const workerData: WorkerStart = { ...start, changes: port2 };
    this.changes = port1;
    this.#worker = new Worker(module, {
      name: `worker ${number}`,
      workerData,
      transferList: [port2],
    });
    this.rpc = new Rpc(this.#worker, handlers);
    const failed = Promise.withResolvers<Error>();
    this.failed = failed.promise;
    const end = (message: string, cause?: unknown) => {
      const reason = new Error(`worker ${number} ${message}`, { cause });
      this.#hasEnded = true;
      this.rpc.fail(reason);
      if (!this.#isEnding) failed.resolve(reason);
    };
    this.#worker.once('error', (error) => end('has failed', error));
    this.#worker.once('exit', (code) => end(`has ended with ${code}`));
  }

  /** Lets it finish what it has accepted. */
  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    this.#isEnding = true;
    try {
      await this.rpc.call('stop');
    } finally {
      await this.#worker.terminate();
    }
  }

  /** In the middle of whatever it does. */
  async terminate(): Promise<void> {
    this.#isEnding = true;
    await this.#worker.terminate();
  }
}
