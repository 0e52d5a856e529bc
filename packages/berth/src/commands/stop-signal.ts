/**
 * Resolves with the first signal that asks the process to end. The second one is not asked about: whoever
 * sends it does not want to wait.
 */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    let isAsked = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (isAsked) process.exit(1);
        isAsked = true;
        resolve(signal);
      });
    }
  });
}
