/**
 * How often a property is tried, and from which seed: the same cases in every run, unless the environment asks for
 * others (`TEST_SEED=7`) or more (`TEST_RUNS=100000`).
 */
export function propertyRuns(usual: number): { numRuns: number; seed: number } {
  return {
    numRuns: Number(process.env['TEST_RUNS'] ?? usual),
    seed: Number(process.env['TEST_SEED'] ?? 1),
  };
}
