/** There is more of an answer than is taken. Asking again would not make it shorter. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';

  constructor(maxBytes: number) {
    super(`the answer is longer than ${maxBytes} bytes`);
  }
}

/** Why there is no answer, in words that can follow an address. */
export function complaintOf(reason: unknown, timeoutMs: number): string {
  if (reason instanceof AnswerTooLong) return reason.message;
  if (reason instanceof Error && reason.name === 'TimeoutError') return `no answer within ${timeoutMs} ms`;
  if (reason instanceof Error && reason.name === 'AbortError') return 'no answer was waited for any longer';
  const code = codeOf(reason);
  if (code === null) return `no answer (${reason instanceof Error ? reason.message : String(reason)})`;
  // Certificates are refused with a sentence that says what is wrong with them.
  const isAboutTrust = reason instanceof Error && /CERT|SIGNATURE/.test(code);
  return `no answer (${code}${isAboutTrust ? `: ${reason.message}` : ''})`;
}

/** The system's name for the failure, such as ECONNREFUSED, wherever in the chain of causes it stands. */
function codeOf(reason: unknown): string | null {
  for (let link = reason; link instanceof Error; link = link.cause) {
    if ('code' in link && typeof link.code === 'string') return link.code;
  }
  return null;
}
