/** Where lines go in the end; pino's own destination is one. */
export interface LineSink {
  write(lines: string): unknown;
  /** Returns when all that was written has arrived. */
  flushSync(): void;
}

/**
 * Passes lines on many at a time, since every write is handed to another thread. None waits longer than `waitMs`, and
 * none is lost when the process ends by itself: whether in order, by an exception or after a fatal line.
 */
export function gatherLines(sink: LineSink, waitMs = 20, mostLength = 32 * 1024): LineSink {
  let gathered = '';
  let timer: NodeJS.Timeout | null = null;

  function passOn(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const lines = gathered;
    gathered = '';
    if (lines !== '') sink.write(lines);
  }

  function flushSync(): void {
    passOn();
    sink.flushSync();
  }

  process.once('exit', flushSync);
  return {
    write(line) {
      gathered += line;
      if (gathered.length >= mostLength) passOn();
      else timer ??= setTimeout(passOn, waitMs);
    },
    flushSync,
  };
}
