import { buildFailure } from './build-failure.ts';
import { cpu } from './cpu.ts';
import { disk } from './disk.ts';
import { ioOps } from './io-ops.ts';
import { ram } from './ram.ts';
import { softAffinity } from './soft-affinity.ts';
import { softAntiAffinity } from './soft-anti-affinity.ts';
import type { Weigher } from './weigher.ts';

/** All of them. A host's weight is the sum over them. */
export const weighers = {
  ram,
  cpu,
  disk,
  ioOps,
  buildFailure,
  softAffinity,
  softAntiAffinity,
} as const satisfies Record<string, Weigher>;

export type MultiplierName = keyof typeof weighers;
