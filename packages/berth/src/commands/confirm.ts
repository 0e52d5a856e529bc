import { createInterface } from 'node:readline/promises';

/** Asks on the terminal; anything but a yes is a no. */
export async function confirm(question: string): Promise<boolean> {
  // Standard output may be the result.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
