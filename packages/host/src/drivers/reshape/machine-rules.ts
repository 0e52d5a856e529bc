import type { PictureRules } from './picture.ts';

/** A CPU is a CPU, whether one has it alone or shares it. */
const families: Readonly<Record<string, string>> = {
  VCPU: 'CPU',
  PCPU: 'CPU',
  MEMORY_MB: 'MEMORY_MB',
  DISK_GB: 'DISK_GB',
  VGPU: 'VGPU',
};

/** Each class with such a name is a family of its own. */
const ownPrefixes = ['CUSTOM_PCI_', 'CUSTOM_HUGEPAGES_'];

/** How pictures of machines turn into each other: those of the drivers `fake` and `local`. */
export function machineRules(machine: {
  /** The consumers that have their CPUs for themselves. */
  readonly isPinned: (consumer: string) => boolean;
  readonly mayGo: PictureRules['mayGo'];
  /** All that the driver ever sets. */
  readonly traits: ReadonlySet<string>;
}): PictureRules {
  return {
    familyOf: (resourceClass) => {
      if (ownPrefixes.some((prefix) => resourceClass.startsWith(prefix))) return resourceClass;
      return Object.hasOwn(families, resourceClass) ? (families[resourceClass] as string) : null;
    },
    classFor: (consumer, held, offered) => {
      if (held === 'VCPU' && offered.has('PCPU') && machine.isPinned(consumer)) return 'PCPU';
      if (offered.has(held)) return held;
      // A CPU of one's own is also a CPU; and where all are dedicated, whoever has one has it alone.
      const [other] = offered;
      return other ?? null;
    },
    mayGo: machine.mayGo,
    isOwnTrait: (trait) => machine.traits.has(trait),
  };
}
