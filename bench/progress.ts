/** What is going on, for whoever waits: one line that is written over on a terminal, else a line now and then. */
export class Progress {
  #shownAt = 0;
  #isOpen = false;

  /** Something new begins. */
  say(text: string): void {
    this.#end();
    process.stderr.write(`${text}\n`);
    this.#shownAt = performance.now();
  }

  /** So many of so many are done. */
  step(what: string, done: number, total: number): void {
    const isTerminal = process.stderr.isTTY;
    const sinceMs = performance.now() - this.#shownAt;
    if (done < total && sinceMs < (isTerminal ? 100 : 10_000)) return;
    this.#shownAt = performance.now();
    const share = total === 0 ? 100 : Math.floor((100 * done) / total);
    const line = `  ${what}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} (${share} %)`;
    process.stderr.write(isTerminal ? `\r\x1b[K${line}` : `${line}\n`);
    this.#isOpen = isTerminal;
    if (done >= total) this.#end();
  }

  #end(): void {
    if (this.#isOpen) process.stderr.write('\n');
    this.#isOpen = false;
  }
}
