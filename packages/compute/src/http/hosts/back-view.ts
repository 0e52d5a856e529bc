import type { ComputeService } from '@berth/compute-engine/hosts/compute-service.ts';

/** When the host last counted as up again, for its agent to notice; nothing where it never was down. */
export function backView({ backAt }: ComputeService): { readonly back_at?: string } {
  return backAt === undefined ? {} : { back_at: new Date(backAt).toISOString() };
}
