/** An argument for a complaint about it. One that may be a URL with a password is not repeated. */
export function shownArgument(text: string): string {
  return mayHoldSecret(text) ? '(an argument that may hold a password)' : `'${text}'`;
}

/** Whether a text that was not understood may be a URL, or a list of settings, with a password in it. */
export function mayHoldSecret(text: string): boolean {
  return /:\/\/|@|[?&]|pass|secret|token/i.test(text);
}
