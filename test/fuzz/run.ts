import { join } from 'node:path';
import { freshSeed } from '@berth/testing/random-cases.ts';
import { findingText } from './finding-text.ts';
import { readOptions, usage } from './options.ts';
import { randomTestFiles } from './random-test-files.ts';
import { type Attempt, type Outcome, tryFile } from './try-file.ts';

if (process.argv.includes('--help')) {
  process.stdout.write(usage);
  process.exit(0);
}
const options = readOptions(process.argv.slice(2));
const files = randomTestFiles(join(import.meta.dirname, '../..')).filter((file) => options.only.test(file));
if (options.isList) {
  process.stdout.write(`${files.join('\n')}\n`);
  process.exit(0);
}
if (files.length === 0) throw new Error('no file draws random cases and has that in its path');

// In another order each time, so that short runs reach all of them in the end.
const places = new Map(files.map((file) => [file, freshSeed()]));
files.sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));

const print = (text: string) => void process.stdout.write(`${text}\n`);
const over = new AbortController();
process.once('SIGINT', () => over.abort());
process.once('SIGTERM', () => over.abort());
const timer = setTimeout(() => over.abort(), options.minutes * 60_000);

/** How long each file takes with the usual number of cases, once that is known. */
const usualSeconds = new Map<string, number>();
const found = new Map<string, number>();
const tried = new Map<string, number>();
let next = 0;

print(`${files.length} files for ${options.minutes} minutes, ${options.jobs} at once`);
await Promise.all(Array.from({ length: options.jobs }, work));
clearTimeout(timer);
report();

async function work(): Promise<void> {
  while (!over.signal.aborted) {
    const file = files[next++ % files.length] as string; // There are some.
    const seconds = usualSeconds.get(file);
    const times = seconds === undefined ? 1 : Math.max(1, Math.round(options.secondsEach / seconds));
    const attempt = { file, seed: freshSeed(), times };
    const outcome = await attempted(attempt);
    if (over.signal.aborted) return;
    // The least of them: the machine has other things to do at times.
    usualSeconds.set(
      file,
      Math.min(usualSeconds.get(file) ?? Number.POSITIVE_INFINITY, outcome.seconds / times),
    );
    tried.set(file, (tried.get(file) ?? 0) + times);
    print(
      `${outcome.failures.length === 0 ? 'held  ' : 'FAILED'} ${file}, seed ${attempt.seed}, ${times} times as many`,
    );
    for (const failure of outcome.failures) await told(attempt, failure);
  }
}

/** Ten times what it usually takes, and some minutes: whatever does not end then hangs. */
function attempted(attempt: Attempt): Promise<Outcome> {
  const usual = usualSeconds.get(attempt.file) ?? 60;
  const secondsMax = 300 + 10 * usual * attempt.times;
  return tryFile(attempt, { secondsMax, megabytesMax: options.megabytesMax, signal: over.signal });
}

/** Tells a finding, and whether it is one of the case alone: then it comes again. The same test is told twice at most. */
async function told(attempt: Attempt, failure: Outcome['failures'][number]): Promise<void> {
  const name = `${attempt.file}: ${failure.test}`;
  const count = (found.get(name) ?? 0) + 1;
  found.set(name, count);
  if (count > 2) return;
  const replay: Attempt =
    failure.test === '' ? attempt : { ...attempt, replay: { test: failure.test, case: failure.case } };
  const again = await attempted(replay);
  print(findingText(replay, failure, again.failures.length > 0));
}

function report(): void {
  const runs = [...tried.values()].reduce((sum, times) => sum + times, 0);
  print(`${tried.size} of ${files.length} files tried, as many cases as in ${runs} usual runs of one`);
  const untried = files.filter((file) => !tried.has(file));
  if (untried.length > 0) print(`not reached: ${untried.join(' ')}`);
  for (const [name, count] of found) print(`found ${count} times: ${name}`);
  print(found.size === 0 ? 'nothing was found' : `${found.size} tests failed`);
  process.exitCode = found.size === 0 ? 0 : 1;
}
