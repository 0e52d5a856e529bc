import type { Weigher } from './weigher.ts';

/** Servers of the group are apart, if possible. */
export const softAntiAffinity: Weigher = {
  column: ({ groupMembers }) => groupMembers,
  from: 'least',
  first: 'fewest',
  sign: 1,
  policy: 'soft-anti-affinity',
  key: 'soft_anti_affinity_weight_multiplier',
};
