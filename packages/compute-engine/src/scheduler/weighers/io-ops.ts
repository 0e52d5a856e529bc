import type { Weigher } from './weigher.ts';

/** Hosts that are busy with disks are avoided; the multiplier says so, which is below zero unless told. */
export const ioOps: Weigher = {
  column: ({ diskWork }) => diskWork,
  from: 'zero',
  first: 'most',
  sign: 1,
  key: 'io_ops_weight_multiplier',
};
