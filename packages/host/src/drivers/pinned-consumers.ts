import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUuid } from '@berth/client/is-uuid.ts';
import { quote } from '@berth/client/quote.ts';

const fileName = 'pinned-consumers';

/**
 * The driver's own record of the consumers that have CPUs for themselves: a file in its state directory with a uuid on each line. Placement
 * does not know: before there were PCPU, those consumers held VCPU like all others. Nobody is pinned where there is no file.
 */
export function readPinnedConsumers(stateDirectory: string): ReadonlySet<string> {
  const file = join(stateDirectory, fileName);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw new Error(`${file}: cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const pinned = new Set<string>();
  for (const [index, line] of text.split('\n').entries()) {
    const entry = line.replace(/#.*/, '').trim().toLowerCase();
    if (entry === '') continue;
    if (!isUuid(entry)) {
      throw new Error(`${file}:${index + 1}: ${quote(entry)} is no uuid`);
    }
    pinned.add(entry);
  }
  return pinned;
}
