import type { Driver, Node } from '@berth/host/driver.ts';

/**
 * A driver as those see it who each look after one of its nodes, several at a time. It is asked one question after the other all the same:
 * no driver has to expect anything else.
 */
export class DriverInTurns {
  readonly #driver: Driver;
  #last: Promise<unknown> = Promise.resolve();

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /** The driver of a host that has no other node. */
  only(node: Node): Driver {
    return {
      nodes: () => Promise.resolve([node]),
      updateProviderTree: (tree, nodename, allocations) =>
        this.#inTurn(() => this.#driver.updateProviderTree(tree, nodename, allocations)),
      capabilityTraits: () => this.#driver.capabilityTraits(),
    };
  }

  #inTurn<Result>(ask: () => Result | Promise<Result>): Promise<Result> {
    const answer = this.#last.then(ask);
    // Whoever is next waits for the end of it, and not for the answer.
    this.#last = answer.catch(() => {});
    return answer;
  }
}
