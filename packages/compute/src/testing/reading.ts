import { applyComputeChange } from '@berth/compute-engine/apply.ts';
import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import { computeInProcess } from './compute-in-process.ts';

/** The compute API on a state that is made of these changes. */
export function reading(...changes: readonly ComputeChange[]): ReturnType<typeof computeInProcess> {
  const service = computeInProcess();
  for (const change of changes) applyComputeChange(service.cloud.compute, change);
  return service;
}
