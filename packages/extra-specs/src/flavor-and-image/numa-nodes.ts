import { pythonInteger } from '../python/python-integer.ts';
import { type CpuSet, isFault, parseCpuSet } from './cpu-set.ts';
import type { Refusal } from './image-rule.ts';
import { noInteger } from '../python/python-text.ts';
import { mostNumaNodes } from './read-image.ts';
import { extraSpec, imageInteger, refuse, type Server, type Unclear, unclear } from './server.ts';

/** How many NUMA nodes are asked for; null when nobody says. */
export function numaNodeCount(server: Server): bigint | null | Unclear {
  const key = 'hw:numa_nodes';
  const property = 'hw_numa_nodes';
  const ofFlavor = extraSpec(server, key) || null;
  const ofImage = imageInteger(server, property);
  if (ofImage === unclear) return unclear;
  if (ofFlavor !== null && ofImage) return forbidden(server, property, String(ofImage));
  const typed = ofFlavor ?? ofImage;
  if (typed === null) return null;
  // Only as numbers are usually written: neither ` 2` nor `02`.
  const count = /^(?:0|-?[1-9][0-9]*)$/.test(String(typed)) ? pythonInteger(String(typed)) : null;
  if (count !== null && count >= 1n) return count;
  return refuse(server, {
    rule: 'invalid-numa-nodes-number',
    key: ofFlavor === null ? property : key,
    value: String(typed),
    text: `The property 'numa_nodes' cannot be '${typed}'. It must be a number greater than 0`,
  });
}

/** The CPUs of every node; null when neither side says. */
export function numaNodeCpus(server: Server): readonly CpuSet[] | null | Unclear {
  const { reading } = server;
  return perNode<CpuSet>(server, 'numa_cpus', reading.numaCpus, (text) => {
    const cpus = parseCpuSet(text);
    return isFault(cpus) ? { rule: 'invalid-cpu-set', fault: cpus.fault } : cpus;
  });
}

/** MB of every node; null when neither side says. */
export function numaNodeMemory(server: Server): readonly bigint[] | null | Unclear {
  const { reading } = server;
  return perNode<bigint>(server, 'numa_mem', reading.numaMemory, (text) => {
    const fault = `Invalid flavor extra spec. Error: ${noInteger(text)}`;
    return pythonInteger(text) ?? { rule: 'invalid-flavor-extra-spec', fault };
  });
}

interface NodeFault {
  readonly rule: Refusal;
  readonly fault: string;
}

/** What the flavor says about node 0, 1, 2 and so on, until one is missing; or what the image says; but not both. */
function perNode<Value extends bigint | CpuSet>(
  server: Server,
  name: string,
  ofImage: readonly Value[] | null,
  parse: (text: string) => Value | NodeFault,
): readonly Value[] | null | Unclear {
  const property = `hw_${name}`;
  const ofFlavor: (Value | Unclear)[] = [];
  for (let node = 0; node < mostNumaNodes; node++) {
    const key = `hw:${name}.${node}`;
    const text = extraSpec(server, key);
    if (text === null) break;
    const value = parse(text);
    ofFlavor.push(
      isNodeFault(value) ? refuse(server, { rule: value.rule, key, value: text, text: value.fault }) : value,
    );
  }
  const isUnreadable = server.reading.unreadable.has(property);
  if (ofFlavor.length === 0) return isUnreadable ? unclear : ofImage;
  if (isUnreadable || ofImage !== null) return forbidden(server, property, null);
  return ofFlavor.every((value) => value !== unclear) ? ofFlavor : unclear;
}

function isNodeFault(value: bigint | CpuSet | NodeFault): value is NodeFault {
  return typeof value === 'object' && 'fault' in value;
}

function forbidden(server: Server, property: string, value: string | null): Unclear {
  return refuse(server, {
    rule: 'image-numa-topology-forbidden',
    key: property,
    value,
    text: `Image property '${property}' is not permitted to override NUMA configuration set against the flavor`,
  });
}
