/** The result, or the signal's reason as an error if that comes first. */
export function beforeAbort<Result>(signal: AbortSignal, result: Promise<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const giveUp = () => reject(signal.reason as Error);
  signal.addEventListener('abort', giveUp, { once: true });
  result.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  return promise;
}
