import type { Weigher } from './weigher.ts';

/** Servers are spread by the memory that is left. */
export const ram: Weigher = {
  column: ({ memoryMb }) => memoryMb,
  from: 'zero',
  first: 'most',
  sign: 1,
  key: 'ram_weight_multiplier',
};
