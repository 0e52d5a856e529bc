/** A command was called wrongly; nothing was asked for. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
