import { dumpCompute } from '@berth/compute-engine/testing/dump-compute.ts';
import { dumpWorld } from '@berth/engine/testing/dump-world.ts';
import type { Cloud } from '../cloud/stored-cloud.ts';

/** All that the parts hold, as plain data that can be compared. */
export function dumpCloud({ placement, compute }: Cloud): object {
  return { placement: dumpWorld(placement), compute: dumpCompute(compute) };
}
