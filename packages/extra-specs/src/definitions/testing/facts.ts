import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** What was looked up about Nova lies beside the checkout, where there is such a place. */
const directory = join(import.meta.dirname, '../../../../../../shared/facts');

/** The text of a file of facts. Null where it is missing; the test is then skipped, and says so. */
export function readFacts(context: TestContext, file: string): string | null {
  try {
    return readFileSync(join(directory, file), 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    context.skip(`../shared/facts/${file} IS NOT THERE: nothing was compared`);
    return null;
  }
}
