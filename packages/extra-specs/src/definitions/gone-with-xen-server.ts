import type { Deprecated } from './definition.ts';

/** Of what only the driver for XenServer has heeded; its release is the one in which that driver was deprecated. */
export const goneWithXenServer: Deprecated = {
  status: 'deprecated',
  since: '20.0.0 (Train)',
  replacedBy: null,
};
