import { placementCounters, placementGauges } from '@berth/placement/metrics.ts';

/** What the services count, and tell of themselves, besides what is so of every process. */
export const serviceCounters = { ...placementCounters };
export const serviceGauges = { ...placementGauges };
