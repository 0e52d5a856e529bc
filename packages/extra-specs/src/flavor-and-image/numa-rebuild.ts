import type { CpuSet } from './cpu-set.ts';
import { type NumaTopology, numaTopology } from './numa-topology.ts';
import type { PageSize } from './page-size.ts';
import { refuse, type Server, serverOf, type Unclear, unclear } from './server.ts';

/** A rebuild keeps the place that the server has on its host. So the new image must want the same of it as the old one. */
export function unchangedNumaTopology(server: Server): void {
  const { flavor, circumstances } = server;
  if (circumstances.previousImage === undefined) return;
  const after = described(numaTopology(server));
  if (after === unclear) return;
  const previous = serverOf(flavor, circumstances.previousImage, circumstances, { isStored: true });
  const before = described(numaTopology(previous));
  // What was wrong all the time stops a rebuild, too.
  server.problems.push(...previous.reading.problems, ...previous.problems);
  if (before === unclear || before === after) return;
  refuse(server, {
    rule: 'image-numa-topology-rebuild-conflict',
    key: 'hw_numa_nodes',
    value: null,
    text:
      "An instance's NUMA topology cannot be changed as part of a rebuild. " +
      'The image provided is invalid for this instance.',
  });
}

/** Equal texts for what is the same. */
function described(topology: NumaTopology | null | Unclear): string | Unclear {
  if (topology === unclear || topology === null) return topology === null ? 'none' : unclear;
  const { cpus, emulatorThreadsPolicy, pageSize } = topology;
  const { policy, threadPolicy, dedicated } = cpus;
  if (policy === unclear || threadPolicy === unclear || dedicated === unclear) return unclear;
  if (emulatorThreadsPolicy === unclear) return unclear;
  return JSON.stringify([
    topology.nodes?.map((node) => `${describedCpus(node.cpus)}: ${node.memory} MB`) ??
      `${topology.nodeCount}`,
    describedCpus(dedicated),
    describedSize(pageSize),
    policy,
    threadPolicy,
    emulatorThreadsPolicy,
  ]);
}

function describedSize(size: PageSize | null): string {
  if (size === null) return 'none';
  return String(typeof size === 'bigint' ? size : BigInt(Math.trunc(size)));
}

function describedCpus(cpus: CpuSet): string {
  return cpus.map(({ first, last }) => `${first}-${last}`).join(',');
}
