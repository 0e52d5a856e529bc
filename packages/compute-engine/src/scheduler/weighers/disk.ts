import type { Weigher } from './weigher.ts';

/** Servers are spread by the disk that is left. */
export const disk: Weigher = {
  column: ({ diskGb }) => diskGb,
  from: 'zero',
  first: 'most',
  sign: 1,
  key: 'disk_weight_multiplier',
};
