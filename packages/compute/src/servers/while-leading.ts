import type { Leadership } from '../hosts/watch-hosts.ts';

/** Has something done every so often, as long as this process leads, and never twice at a time. What fails is told, and tried again. */
export function whileLeading(
  { isLeading, ended }: Leadership,
  everyMs: number,
  work: () => Promise<void>,
  onTrouble: (reason: unknown) => void,
): void {
  let isWorking = false;
  const look = async (): Promise<void> => {
    if (isWorking || !isLeading()) return;
    isWorking = true;
    try {
      await work();
    } catch (reason) {
      if (!ended.aborted && isLeading()) onTrouble(reason);
    } finally {
      isWorking = false;
    }
  };
  const timer = setInterval(() => void look(), everyMs).unref();
  ended.addEventListener('abort', () => clearInterval(timer), { once: true });
}
