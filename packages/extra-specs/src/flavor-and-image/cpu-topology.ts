import { pythonInteger } from '../python/python-integer.ts';
import { noInteger } from '../python/python-text.ts';
import { extraSpec, imageInteger, refuse, type Server, type Unclear, unclear } from './server.ts';

/** Sockets, cores and threads, in this order. */
type Topology = readonly bigint[];

/** Where nobody sets a limit. */
const most = 65536n;

/** The image may lower the limits of the flavor, and has to stay within them. What nobody says is 0. */
export function cpuTopology(server: Server): void {
  const flavorLimits = flavorTopology(server, 'hw:cpu_max_');
  const imageLimits = imageTopology(server, 'hw_cpu_max_');
  const areLimitsKept = limitsWithin(server, imageLimits, flavorLimits);
  // The flavor's own wish is given up where it does not fit, so it only has to be readable.
  flavorTopology(server, 'hw:cpu_');
  const wish = imageTopology(server, 'hw_cpu_');
  if (!areLimitsKept || wish === unclear || imageLimits === unclear || flavorLimits === unclear) return;

  const limits = imageLimits.map((limit, part) => limit || flavorLimits[part] || most);
  const excess = wish.findIndex((count, part) => count > (limits[part] as bigint));
  if (excess < 0) return;
  refuse(server, {
    rule: 'image-vcpu-topology-range-exceeded',
    key: `hw_cpu_${parts[excess]}`,
    value: String(wish[excess]),
    text: `Image vCPU topology (${shown(wish)}) exceeds the limits of the flavor or image (${shown(limits)})`,
    suggestion: String(limits[excess]),
  });
}

function limitsWithin(server: Server, ofImage: Topology | Unclear, ofFlavor: Topology | Unclear): boolean {
  if (ofImage === unclear || ofFlavor === unclear) return false;
  const excess = ofImage.findIndex(
    (limit, part) => ofFlavor[part] !== 0n && limit > (ofFlavor[part] as bigint),
  );
  if (excess < 0) return true;
  refuse(server, {
    rule: 'image-vcpu-limits-range-exceeded',
    key: `hw_cpu_max_${parts[excess]}`,
    value: String(ofImage[excess]),
    text: `Image vCPU topology limits (${shown(ofImage)}) exceeds the limits of the flavor (${shown(ofFlavor)})`,
    suggestion: String(ofFlavor[excess]),
  });
  return false;
}

const parts = ['sockets', 'cores', 'threads'] as const;

function flavorTopology(server: Server, prefix: string): Topology | Unclear {
  return whenClear(parts.map((part) => flavorCount(server, prefix + part)));
}

function flavorCount(server: Server, key: string): bigint | Unclear {
  const typed = extraSpec(server, key);
  if (typed === null) return 0n;
  return (
    pythonInteger(typed) ??
    refuse(server, {
      rule: 'invalid-flavor-extra-spec',
      key,
      value: typed,
      text: `Invalid flavor extra spec. Error: ${noInteger(typed)}`,
    })
  );
}

function imageTopology(server: Server, prefix: string): Topology | Unclear {
  return whenClear(parts.map((part) => imageInteger(server, prefix + part) ?? 0n));
}

function whenClear(counts: readonly (bigint | Unclear)[]): Topology | Unclear {
  return counts.every((count) => count !== unclear) ? counts : unclear;
}

function shown(topology: Topology): string {
  return topology.map((count, part) => `${parts[part]}=${count}`).join(', ');
}
