import type { Weigher } from './weigher.ts';

/** Servers of the group are together, if possible. */
export const softAffinity: Weigher = {
  column: ({ groupMembers }) => groupMembers,
  from: 'least',
  first: 'most',
  sign: 1,
  policy: 'soft-affinity',
  key: 'soft_affinity_weight_multiplier',
};
