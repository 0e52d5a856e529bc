import { Prng } from '@berth/testing/prng.ts';

export const shapedClass = 'CUSTOM_SHAPED';

/** Who takes part: hosts that all clients claim from, and for each client what it alone writes. */
export interface Cast {
  readonly hosts: readonly string[];
  readonly parts: readonly Part[];
}

/**
 * What one client writes and no other: so of all that is in doubt when the server is killed, each thing is in doubt
 * because of a single request.
 */
export interface Part {
  readonly consumers: readonly string[];
  /** Hosts whose inventories it changes. */
  readonly hosts: readonly string[];
  /** The two ends of its reshapes. */
  readonly root: string;
  readonly child: string;
}

const hostCount = 4;
const consumersEach = 6;

export function castFor(seed: string, clients: number): Cast {
  const prng = new Prng(`${seed}/cast`);
  const uuids = (count: number): string[] => Array.from({ length: count }, () => prng.uuid());
  const hosts = uuids(hostCount);
  const parts = Array.from({ length: clients }, (_, client) => ({
    consumers: uuids(consumersEach),
    hosts: hosts.filter((_, index) => index % clients === client),
    root: prng.uuid(),
    child: prng.uuid(),
  }));
  return { hosts, parts };
}
