import type { Prefilter } from './prefilter.ts';

/** On a host whose agent can attach accelerators. */
export const accelerators: Prefilter = ({ request }, demands) => {
  if (request.flavor.extraSpecs['accel:device_profile']) demands.requireOfRoot('COMPUTE_ACCELERATORS');
  return null;
};
