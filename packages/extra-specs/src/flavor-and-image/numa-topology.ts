import { type CpuAllocation, cpuAllocation } from './cpu-allocation.ts';
import { emulatorThreadsPolicy, saidThreadPolicy } from './cpu-policies.ts';
import { allCpus, type CpuSet, commonCpus, cpuNumbers, cpusWithout, firstCpus, noCpus } from './cpu-set.ts';
import { numaNodeCount, numaNodeCpus, numaNodeMemory } from './numa-nodes.ts';
import { lockedMemory, type PageSize, pageSize } from './page-size.ts';
import { stripped } from '../python/python-blanks.ts';
import { mostNumaNodes } from './read-image.ts';
import { extraSpec, once, refuse, type Server, type Unclear, unclear } from './server.ts';

/** What the server needs of its host's NUMA nodes. */
export interface NumaTopology {
  readonly nodeCount: bigint;
  /** Null where there are more than could be assigned one by one; they are all alike then. */
  readonly nodes: readonly NumaNode[] | null;
  readonly pageSize: PageSize | null;
  readonly cpus: CpuAllocation;
  readonly emulatorThreadsPolicy: string | null | Unclear;
}

export interface NumaNode {
  readonly cpus: CpuSet;
  /** MB */
  readonly memory: bigint;
}

/** Null when the server does not need one: nobody asks for nodes, for pages of a size, for persistent memory or dedicated CPUs. */
export const numaTopology = once((server: Server): NumaTopology | null | Unclear => {
  const cpus = cpuAllocation(server);
  const nodeCount = numaNodeCount(server);
  const size = pageSize(server);
  lockedMemory(server);
  const isNeeded = needsTopology(server, cpus, nodeCount, size);
  if (isNeeded === unclear) return unclear;
  if (!isNeeded) return null;
  if (nodeCount === unclear) return unclear;

  const nodes = numaNodes(server, nodeCount ?? 1n);
  const isEmptyPolicy = saidThreadPolicy(server, cpus.threadPolicy) === unclear;
  if (nodes === unclear || size === unclear || isEmptyPolicy) return unclear;
  return {
    nodeCount: nodeCount ?? 1n,
    nodes,
    pageSize: size,
    cpus,
    emulatorThreadsPolicy: emulatorThreadsPolicy(server),
  };
});

function needsTopology(
  server: Server,
  { policy }: CpuAllocation,
  nodeCount: bigint | null | Unclear,
  size: PageSize | null | Unclear,
): boolean | Unclear {
  const persistentMemory = extraSpec(server, 'hw:pmem') ?? '';
  const isNeeded =
    (nodeCount !== unclear && nodeCount !== null) ||
    (size !== unclear && Boolean(size)) ||
    persistentMemory.split(',').some((label) => stripped(label) !== '') ||
    policy === 'dedicated' ||
    policy === 'mixed';
  if (isNeeded) return true;
  return policy === unclear || nodeCount === unclear || size === unclear ? unclear : false;
}

/** As the flavor or the image assigns them, or else all alike. */
function numaNodes(server: Server, nodeCount: bigint): readonly NumaNode[] | null | Unclear {
  const cpus = numaNodeCpus(server);
  const memory = numaNodeMemory(server);
  if (cpus === unclear || memory === unclear) return unclear;
  if (cpus === null && memory === null) return equalNodes(server, nodeCount);
  if (
    cpus === null ||
    memory === null ||
    BigInt(cpus.length) !== nodeCount ||
    BigInt(memory.length) !== nodeCount
  ) {
    return refuse(server, {
      rule: 'image-numa-topology-incomplete',
      key: incompleteKey(server, cpus, memory),
      value: null,
      text: 'CPU and memory allocation must be provided for all NUMA nodes',
    });
  }
  const areCpusAssigned = everyCpuOnce(server, cpus);
  const isMemoryAssigned = allMemory(server, memory);
  if (!areCpusAssigned || !isMemoryAssigned) return unclear;
  return cpus.map((ofNode, node) => ({ cpus: ofNode, memory: memory[node] as bigint }));
}

/** What is missing, or how many are wanted, on the side that has said the rest. */
function incompleteKey(server: Server, cpus: unknown, memory: unknown): string {
  const ofFlavor = extraSpec(server, 'hw:numa_cpus.0') ?? extraSpec(server, 'hw:numa_mem.0');
  const side = ofFlavor === null ? 'hw_' : 'hw:';
  if (cpus === null) return `${side}numa_cpus.0`;
  return memory === null ? `${side}numa_mem.0` : `${side}numa_nodes`;
}

function equalNodes(server: Server, nodeCount: bigint): readonly NumaNode[] | null | Unclear {
  const vcpus = BigInt(server.flavor.vcpus);
  const ram = BigInt(server.flavor.ram);
  if (vcpus % nodeCount !== 0n || ram % nodeCount !== 0n) {
    return refuse(server, {
      rule: 'image-numa-topology-asymmetric',
      key: extraSpec(server, 'hw:numa_nodes') ? 'hw:numa_nodes' : 'hw_numa_nodes',
      value: String(nodeCount),
      text:
        'Instance CPUs and/or memory cannot be evenly distributed across instance NUMA nodes. ' +
        'Explicit assignment of CPUs and memory to nodes is required',
    });
  }
  if (nodeCount > mostNumaNodes) return null;
  const share = vcpus / nodeCount;
  return Array.from({ length: Number(nodeCount) }, (_, node) => {
    const first = BigInt(node) * share;
    return { cpus: [{ first, last: first + share - 1n }], memory: ram / nodeCount };
  });
}

function everyCpuOnce(server: Server, nodes: readonly CpuSet[]): boolean {
  const all = firstCpus(server.flavor.vcpus);
  let assigned: CpuSet = noCpus;
  for (const [node, cpus] of nodes.entries()) {
    const [duplicate] = cpuNumbers(commonCpus(cpus, assigned), 1);
    const [excess] = cpuNumbers(cpusWithout(cpus, all), 1);
    if (duplicate !== undefined) {
      refuse(server, {
        rule: 'image-numa-topology-cpu-duplicates',
        ...entryOf(server, 'numa_cpus', node),
        text: `CPU number ${duplicate} is assigned to two nodes`,
      });
      return false;
    }
    if (excess !== undefined) {
      refuse(server, {
        rule: 'image-numa-topology-cpu-out-of-range',
        ...entryOf(server, 'numa_cpus', node),
        text: `CPU number ${excess} is larger than max ${server.flavor.vcpus - 1}`,
      });
      return false;
    }
    assigned = allCpus(assigned, cpus);
  }
  const unassigned = cpusWithout(all, assigned);
  if (unassigned.length === 0) return true;
  refuse(server, {
    rule: 'image-numa-topology-cpus-unassigned',
    ...entryOf(server, 'numa_cpus', nodes.length - 1),
    text: `CPU number {${listed(unassigned)}} is not assigned to any node`,
  });
  return false;
}

/** More numbers than this help nobody. */
const longestList = 4096;

function listed(cpus: CpuSet): string {
  const numbers = cpuNumbers(cpus, longestList + 1);
  return numbers.length > longestList
    ? `${numbers.slice(0, longestList).join(', ')}, ...`
    : numbers.join(', ');
}

function allMemory(server: Server, nodes: readonly bigint[]): boolean {
  const assigned = nodes.reduce((sum, memory) => sum + memory, 0n);
  if (assigned === BigInt(server.flavor.ram)) return true;
  refuse(server, {
    rule: 'image-numa-topology-memory-out-of-range',
    ...entryOf(server, 'numa_mem', nodes.length - 1),
    text: `${assigned} MB of memory assigned, but expected ${server.flavor.ram} MB`,
  });
  return false;
}

/** Where the node's part was said. */
function entryOf(
  server: Server,
  name: string,
  node: number,
): { readonly key: string; readonly value: string | null } {
  const key = `hw:${name}.${node}`;
  const ofFlavor = extraSpec(server, key);
  if (ofFlavor !== null) return { key, value: ofFlavor };
  const property = `hw_${name}.${node}`;
  const ofImage = server.image.properties[property];
  return { key: property, value: typeof ofImage === 'string' ? ofImage : null };
}
