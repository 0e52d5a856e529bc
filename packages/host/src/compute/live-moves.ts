/** What somebody may want of a machine that is being sent while it runs. */
interface LiveMove {
  readonly unwanted: AbortController;
  readonly forced: AbortController;
  readonly over: PromiseWithResolvers<void>;
  /** Whether there is an order to send it. */
  isHeld: boolean;
}

/**
 * The machines that are sent to other hosts while they run, by their servers. What somebody wants of one of them comes as an order of its own, before or
 * after the one to send it is begun; it is over with that one, so that whoever is killed meanwhile is told of both again.
 */
export class LiveMoves {
  readonly #byServer = new Map<string, LiveMove>();

  /** There is an order to send it. */
  hold(server: string): void {
    this.of(server).isHeld = true;
  }

  of(server: string): LiveMove {
    return this.#byServer.getOrInsertComputed(server, () => ({
      unwanted: new AbortController(),
      forced: new AbortController(),
      over: Promise.withResolvers(),
      isHeld: false,
    }));
  }

  /** What became of it is told. */
  end(server: string): void {
    this.#byServer.get(server)?.over.resolve();
    this.#byServer.delete(server);
  }

  /** Of one that is not to be sent, nobody wants anything. */
  forgetUnlessHeld(server: string): void {
    if (this.#byServer.get(server)?.isHeld === false) this.end(server);
  }
}
