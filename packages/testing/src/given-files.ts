import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

/** A directory with these files, which goes when the test ends. What is not a text is written as JSON. */
export function givenFiles(context: TestContext, files: Readonly<Record<string, unknown>>): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'berth-files-')));
  context.after(() => rmSync(directory, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return directory;
}
