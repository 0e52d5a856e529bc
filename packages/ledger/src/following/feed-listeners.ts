/** Those who want to know when there is something new. */
export class FeedListeners {
  readonly #tells = new Set<() => void>();

  /** Calls it at every news, until the function it gives is called. */
  add(tell: () => void): () => void {
    // One of its own for each, so that who is added twice is told twice and leaves each by itself.
    const listener = (): void => tell();
    this.#tells.add(listener);
    return () => void this.#tells.delete(listener);
  }

  tell(): void {
    for (const tell of this.#tells) tell();
  }
}
