import type { Weigher } from './weigher.ts';

/** Servers are spread by the CPUs that are left. */
export const cpu: Weigher = {
  column: ({ vcpus }) => vcpus,
  from: 'zero',
  first: 'most',
  sign: 1,
  key: 'cpu_weight_multiplier',
};
