import type { Weigher } from './weigher.ts';

/** Hosts on which servers could not be built lately are the last resort. */
export const buildFailure: Weigher = {
  column: ({ buildFailures }) => buildFailures,
  from: 'least',
  first: 'most',
  sign: -1,
  key: 'build_failure_weight_multiplier',
};
