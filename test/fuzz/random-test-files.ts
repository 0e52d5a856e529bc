import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/**
 * The test files that draw random cases: those that import the source of them, or something that does. test/tidy.test.ts holds
 * everybody to that source, so there are no others.
 */
export function randomTestFiles(root: string): string[] {
  const draws = new Map<string, boolean>();
  const isDrawing = (file: string): boolean => {
    const known = draws.get(file);
    if (known !== undefined) return known;
    draws.set(file, false); // While we look: files may import each other.
    const result = importsOf(file, readFileSync(join(root, file), 'utf8')).some(
      (imported) => imported.startsWith(source) || isDrawing(imported),
    );
    draws.set(file, result);
    return result;
  };
  return globSync(['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })
    .filter((file) => !file.startsWith(source))
    .sort()
    .filter(isDrawing);
}

const source = 'packages/testing/';

/** The files of ours that one imports, by their paths from the root. */
function importsOf(file: string, text: string): string[] {
  return Array.from(text.matchAll(/\b(?:from|import) '((?:\.|@berth\/)[^']+\.ts)'/g), ([, name = '']) => {
    const ours = /^@berth\/([^/]+)\/(.*)$/.exec(name);
    return ours === null ? normalize(join(dirname(file), name)) : `packages/${ours[1]}/src/${ours[2]}`;
  });
}
