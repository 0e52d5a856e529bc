import type { PlaceRequest } from '../place-request.ts';
import type { RequestDraft } from './request-draft.ts';

/** What the flavor's size comes to, class by class, but for those that its extra specs speak of. */
export function flavorAmounts({ flavor, isVolumeBacked }: PlaceRequest, draft: RequestDraft): void {
  const isCpuSaid = draft.mentions('VCPU') || draft.mentions('PCPU');
  const isMemorySaid = draft.mentions('MEMORY_MB');
  const isDiskSaid = draft.mentions('DISK_GB');
  if (!isCpuSaid) draft.host.want('VCPU', flavor.vcpus);
  if (!isMemorySaid) draft.host.want('MEMORY_MB', flavor.memoryMb);
  if (isDiskSaid) return;
  const rootGb = isVolumeBacked ? 0 : flavor.rootGb;
  draft.host.want('DISK_GB', rootGb + flavor.ephemeralGb + Math.ceil(flavor.swapMb / 1024));
}
