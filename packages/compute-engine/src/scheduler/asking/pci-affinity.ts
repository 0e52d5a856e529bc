import { extraSpec, imageText } from '@berth/extra-specs/flavor-and-image/server.ts';
import type { RequestDraft } from './request-draft.ts';
import type { Wishes } from './wishes.ts';

/** Of the policies, only this one is not for every host. */
export function pciAffinity(wishes: Wishes, draft: RequestDraft): void {
  const policy =
    extraSpec(wishes, 'hw:pci_numa_affinity_policy') || imageText(wishes, 'hw_pci_numa_affinity_policy');
  if (policy === 'socket') draft.host.require('COMPUTE_SOCKET_PCI_NUMA_AFFINITY');
}
