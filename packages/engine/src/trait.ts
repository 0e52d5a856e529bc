import type { Instant, TraitName } from './ids.ts';
import { customPrefix } from './resource-class.ts';

/** A quality a provider has or has not: HW_CPU_X86_AVX2, CUSTOM_GOLD. */
export interface Trait {
  readonly name: TraitName;
  readonly createdAt: Instant;
}

/** A provider with this trait offers its inventory to every tree it shares an aggregate with. */
export const sharesViaAggregate = 'MISC_SHARES_VIA_AGGREGATE' as TraitName;

export function isCustomTrait(name: string): boolean {
  return name.startsWith(customPrefix);
}
