import { openSync, writeSync } from 'node:fs';
import { getTestContext } from 'node:test';
import fc from 'fast-check';
import { replayedCase, runsOf, seed } from './random-cases.ts';

/**
 * Asserts that a property holds in `usual` random cases, or as many more as the run asks for. A failure names the seed, the
 * case, and the smallest case like it.
 */
export function assertProperty<Values>(property: fc.IAsyncProperty<Values>, usual?: number): Promise<void>;
export function assertProperty<Values>(property: fc.IProperty<Values>, usual?: number): void;
export function assertProperty<Values>(property: fc.IRawProperty<Values>, usual = 100): void | Promise<void> {
  const path = replayedCase();
  return fc.assert(property, {
    seed: seed(),
    numRuns: runsOf(usual),
    ...(path !== null && { path }),
    plugins: note === null ? [] : [fc.beforeEach(noteInto(note))],
  });
}

const noteFile = process.env['TEST_NOTE_FILE'];
const note = noteFile === undefined ? null : openSync(noteFile, 'w');

/**
 * A case that never ends, or takes all memory, cannot tell about itself. So each leaves a note before it begins, in a file that
 * outlives the process: which test, and the case's number.
 */
function noteInto(file: number): () => void {
  const test = getTestContext()?.fullName ?? '';
  let number = 0;
  return () => void writeSync(file, `${JSON.stringify({ case: number++, test })}\n`, 0);
}
