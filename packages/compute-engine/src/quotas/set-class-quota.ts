import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { SetLimits } from './limits.ts';

export interface SetClassQuota {
  readonly kind: 'set-class-quota';
  readonly name: string;
  /** Only these; all others stay. */
  readonly limits: SetLimits;
}

export function setClassQuota(
  { classQuotas }: Compute,
  { name, limits }: SetClassQuota,
): readonly ComputeChange[] {
  if (Object.keys(limits).length === 0) return [];
  const all = { ...classQuotas.get(name)?.limits, ...limits };
  return [{ kind: 'class-quota-set', thing: { id: name, limits: all } }];
}
