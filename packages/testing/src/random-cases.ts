import fc from 'fast-check';

/**
 * Where all chance in tests comes from. `npm test` draws the same cases in every run, so that it fails because of a change and
 * for no other reason; `npm run fuzz` sets these variables to look for new ones, and whoever wants to see its finding again:
 *
 *   TEST_SEED   what the cases are made from, a whole number (1)
 *   TEST_TIMES  how many times as many cases (1)
 *   TEST_CASE   only this case of a property, as fast-check names it: "12", or "12:0:3" with the way it was shrunk
 */
const usualSeed = 1;

const environment = {
  seed: wholeNumber('TEST_SEED', usualSeed),
  times: wholeNumber('TEST_TIMES', 1),
  replayed: process.env['TEST_CASE'] || null,
};

let isTold = false;

/** What the cases of this run are made from; it is told once, on standard error. */
export function seed(): number {
  if (!isTold) {
    isTold = true;
    const { times, replayed } = environment;
    const more = `${times === 1 ? '' : `, ${times} times as many`}${replayed === null ? '' : `, only ${replayed}`}`;
    process.stderr.write(
      `random cases: seed ${environment.seed}${more} (TEST_SEED=N for others, npm run fuzz to search)\n`,
    );
  }
  return environment.seed;
}

/** How many cases this run makes where a usual one has `usual`. */
export function runsOf(usual: number): number {
  return usual * environment.times;
}

/** The only case to look at, if it is one that failed elsewhere; null for all cases. */
export function replayedCase(): string | null {
  return environment.replayed;
}

/**
 * For what all cases together should have shown: how many there were of a kind. It is asked of the usual cases only. One case that
 * is run again cannot show it; and of others, what is rare may not be among them by chance, which is nothing found.
 */
export function afterAllCases(check: () => void): void {
  if (environment.replayed === null && environment.seed === usualSeed) check();
}

/** Some values, the same ones for the same seed. */
export function draw<T>(arbitrary: fc.Arbitrary<T>, count: number, from: number = seed()): T[] {
  return fc.sample(arbitrary, { numRuns: count, seed: from });
}

/** For runs by hand, which tell the seed they took. */
export function freshSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

function wholeNumber(name: string, usual: number): number {
  const text = process.env[name] || String(usual);
  if (!/^-?\d{1,10}$/.test(text)) throw new Error(`${name} is a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}
