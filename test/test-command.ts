import { parseArgs } from 'node:util';

const everything = ['packages/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'];

/**
 * What Node is called with to run all test files in its one process, or those files and globs that are given. Node takes what stands
 * behind a file for another file, and ignores it if there is none of that name; so options are put in front, wherever they stood.
 */
export function testCommand(args: readonly string[]): string[] {
  const { tokens } = parseArgs({ args: [...args], strict: false, tokens: true, options: withValues });
  const options: string[] = [];
  const files: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') files.push(token.value);
    if (token.kind === 'option')
      options.push(token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`);
  }
  const hasReporter = options.some((option) => option.startsWith('--test-reporter='));
  return [
    '--test',
    '--test-isolation=none',
    ...(hasReporter ? [] : ['--test-reporter=spec']),
    ...options,
    ...(files.length === 0 ? everything : files),
  ];
}

/** Options of Node whose value may be the next word. */
const withValues = Object.fromEntries(
  ['name-pattern', 'skip-pattern', 'reporter', 'reporter-destination', 'shard', 'timeout', 'random-seed'].map(
    (name) => [`test-${name}`, { type: 'string', multiple: true } as const],
  ),
);
