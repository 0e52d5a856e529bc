import { pythonText } from '@berth/extra-specs/python/python-text.ts';
import type { ComputeNode } from '../../hosts/compute-node.ts';
import type { HostFilter } from './host-filter.ts';
import { matchesExpression } from './matches-expression.ts';

/**
 * The node is as the flavor wants it: `capabilities:cpu_info:arch=x86_64`. A key without a namespace is meant for it too, if it is a
 * name of something that nodes tell.
 */
export const computeCapabilitiesFilter: HostFilter = {
  isAskedAgain: false,
  testFor: ({ request: { flavor } }) => {
    const asked = Object.entries(flavor.extraSpecs).flatMap(([key, expression]) => {
      const path = key.split(':');
      if (path.length === 1) return Object.hasOwn(capabilities, key) ? [{ path, expression }] : [];
      return path[0] === 'capabilities' ? [{ path: path.slice(1), expression }] : [];
    });
    if (asked.length === 0) return null;
    return ({ node }) => {
      const lacking = asked.find(({ path, expression }) => {
        const value = capabilityAt(node, path);
        return value === null || value === undefined || !matchesExpression(pythonText(value), expression);
      });
      return lacking === undefined ? null : `its ${lacking.path.join(':')} is not ${lacking.expression}`;
    };
  },
};

/** What nodes tell, by the names that operators know. */
const capabilities: Readonly<Record<string, (node: ComputeNode) => unknown>> = {
  host: ({ host }) => host,
  nodename: ({ name }) => name,
  hypervisor_hostname: ({ name }) => name,
  uuid: ({ id }) => id,
  host_ip: ({ address }) => address,
  hypervisor_type: ({ hypervisor }) => hypervisor.type,
  hypervisor_version: ({ hypervisor }) => hypervisor.version,
  cpu_info: ({ cpuInfo }) => cpuInfo,
  vcpus_total: ({ vcpus }) => vcpus,
  total_usable_ram_mb: ({ memoryMb }) => memoryMb,
  total_usable_disk_gb: ({ diskGb }) => diskGb,
};

/** What is JSON is looked into. */
function capabilityAt(node: ComputeNode, [name = '', ...path]: readonly string[]): unknown {
  let value: unknown = Object.hasOwn(capabilities, name) ? capabilities[name]?.(node) : undefined;
  for (const key of path) {
    if (typeof value === 'string') value = fromJson(value);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Then there is nothing in it.
    return undefined;
  }
}
