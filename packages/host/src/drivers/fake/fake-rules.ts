import type { PictureRules } from '../reshape/picture.ts';

/** A CPU is a CPU, whether one has it alone or shares it. All other classes are families of their own. */
const families: Readonly<Record<string, string>> = {
  VCPU: 'CPU',
  PCPU: 'CPU',
  MEMORY_MB: 'MEMORY_MB',
  DISK_GB: 'DISK_GB',
  VGPU: 'VGPU',
};

const traits = new Set(['HW_NUMA_ROOT', 'COMPUTE_MANAGED_PCI_DEVICE']);

/** How one shape turns into another. `isPinned` tells the consumers that have their CPUs for themselves. */
export function fakeRules(isPinned: (consumer: string) => boolean): PictureRules {
  return {
    familyOf: (resourceClass) => {
      if (resourceClass.startsWith('CUSTOM_PCI_')) return resourceClass;
      return Object.hasOwn(families, resourceClass) ? (families[resourceClass] as string) : null;
    },
    classFor: (consumer, held, offered) => {
      if (held === 'VCPU' && offered.has('PCPU') && isPinned(consumer)) return 'PCPU';
      if (offered.has(held)) return held;
      // A CPU of one's own is also a CPU; and where all are dedicated, whoever has one has it alone.
      const [other] = offered;
      return other ?? null;
    },
    mayGo: () => false,
    isOwnTrait: (trait) => traits.has(trait),
  };
}
