import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One thing that is put wrong: a text in a file that becomes another. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** A Berth like this one but for the edits, in a directory of its own. Answers with the command that starts it. */
export function copyCheckout(directory: string, edits: readonly Edit[]): string {
  for (const name of ['packages', 'bin', 'package.json'])
    cpSync(join(checkout, name), join(directory, name), { recursive: true });
  linkModules(join(checkout, 'node_modules'), join(directory, 'node_modules'));
  for (const { file, from, to } of edits) {
    const path = join(directory, file);
    const text = readFileSync(path, 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
  }
  return join(directory, 'bin', 'berth');
}

/** Those of others are the same ones; our own packages are those of the copy. */
function linkModules(from: string, to: string): void {
  mkdirSync(join(to, '@berth'), { recursive: true });
  for (const name of readdirSync(from)) if (name !== '@berth') symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, '@berth')))
    symlinkSync(join('..', '..', 'packages', name), join(to, '@berth', name));
}
