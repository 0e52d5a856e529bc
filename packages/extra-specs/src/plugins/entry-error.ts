/** Why an entry of a plug-in gives nothing: one reason, or several. */
export class EntryError extends Error {
  override readonly name = 'EntryError';
  readonly reasons: readonly string[];

  constructor(...reasons: readonly string[]) {
    super(reasons.join('; '));
    this.reasons = reasons;
  }
}
