import type { MessagePort } from 'node:worker_threads';
import type { Commit } from '@berth/ledger/committer.ts';
import type { PublishedNumber } from './published-number.ts';

/** What one commit has changed, on its way to another thread. */
export interface Portion {
  readonly firstNumber: number;
  /** A JSON array: made once, and copied to each thread as text. */
  readonly changes: string;
}

/**
 * Sends what is committed to the threads that follow; each of them is a `Replica`.
 *
 * Why no read is stale and no two reads go backwards, whichever threads they reach:
 *
 * 1. A commit is durable, in the leader's world, in every port, and then published (`PublishedNumber.newest`), all in one
 *    turn of the leader's event loop. So nobody can be answered from the leader's world, and no writer is told of its
 *    success, before it is published. (Posting to a port puts the message into the other side's queue before it returns.)
 * 2. A replica applies a change only when it is published, even if it has come before.
 * 3. Before a replica is read it applies all that is published, and finds it in its port, since by 1 it was there first.
 *
 * By 1 and 2 whoever has seen change n, in any thread and in whatever way, has seen it after n was published. By 3 a read
 * that begins after that shows n, in any thread.
 */
export class ChangeSender {
  readonly #published: PublishedNumber;
  readonly #ports: readonly MessagePort[];

  constructor(published: PublishedNumber, ports: readonly MessagePort[]) {
    this.#published = published;
    this.#ports = ports;
  }

  /** To be called in the same turn in which the leader's world has changed. */
  send({ firstNumber, changes }: Pick<Commit<unknown>, 'firstNumber' | 'changes'>): void {
    const portion: Portion = { firstNumber, changes: JSON.stringify(changes) };
    for (const port of this.#ports) port.postMessage(portion);
    this.#published.publish(firstNumber + changes.length - 1);
  }
}
