import type { ServerRecord } from '@berth/client/compute/servers.ts';
import { type Amounts, amountsOfFlavor } from '../cloud/amounts-of-flavor.ts';

/** What a server may hold, going by its flavor. */
export interface WantedAmounts {
  readonly choices: readonly [Amounts, ...Amounts[]];
  /** Its image may ask for CPUs that are the server's alone, which Nova does not tell of servers. */
  readonly mayBePinnedByImage: boolean;
}

/** The classes that every flavor speaks of; others only where its extra specs name them. */
const sizeClasses = ['VCPU', 'PCPU', 'MEMORY_MB', 'DISK_GB'] as const;

export function wantedAmounts({
  flavor,
  isVolumeBacked,
}: Pick<ServerRecord, 'flavor' | 'isVolumeBacked'>): WantedAmounts {
  const names = Object.keys(flavor.extraSpecs);
  const saysCpus = names.some((name) => name === 'hw:cpu_policy' || /^resources.*:[VP]CPU$/.test(name));
  return {
    choices: amountsOfFlavor(flavor, isVolumeBacked),
    mayBePinnedByImage: !saysCpus && !isVolumeBacked,
  };
}

/**
 * The amounts that are not as they should be, by class; none where all is right. Of classes that the flavor does not speak of a server may
 * hold what it likes: they are for its ports, its devices and its image.
 */
export function wrongAmounts(
  held: Amounts,
  { choices, mayBePinnedByImage }: WantedAmounts,
): readonly string[] {
  const [usual] = choices;
  const acceptable = [...choices, ...(mayBePinnedByImage ? pinned(usual) : [])];
  const faults = acceptable.map((wanted) => {
    const classes = new Set([...sizeClasses, ...Object.keys(wanted)]);
    return [...classes].filter((name) => (held[name] ?? 0) !== (wanted[name] ?? 0));
  });
  return faults.some(({ length }) => length === 0) ? [] : (faults[0] ?? []);
}

/** All CPUs are the server's alone, and there may be another one for the threads of its emulator. */
function pinned({ VCPU = 0, ...others }: Amounts): Amounts[] {
  return [
    { ...others, PCPU: VCPU },
    { ...others, PCPU: VCPU + 1 },
  ];
}
