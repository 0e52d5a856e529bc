/**
 * Takes the signals that would end a process without being meant to. SIGHUP asks to read settings again, where somebody
 * listens; SIGUSR1 would let everybody on the machine look into it with Node's inspector, and SIGUSR2 and SIGPIPE mean nothing here.
 *
 * No import has a part in it, so that it is in force as early as can be.
 */
export class SteadySignals {
  #listener: (() => void) | null = null;
  /** One has come, and nobody has listened since. */
  #isPending = false;

  constructor() {
    process.on('SIGHUP', () => this.#hangup());
    for (const signal of ['SIGUSR1', 'SIGUSR2', 'SIGPIPE'] as const) process.on(signal, () => {});
  }

  /** Calls when asked to, also if that was before. Only one listens; the function it gives ends that. */
  onHangup(listener: () => void): () => void {
    this.#listener = listener;
    if (this.#isPending) this.#hangup();
    return () => {
      this.#listener = null;
    };
  }

  #hangup(): void {
    this.#isPending = this.#listener === null;
    this.#listener?.();
  }
}
