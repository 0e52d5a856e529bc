import { isIP } from 'node:net';
import { NetworksUnavailable } from './network-errors.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** What is to be known of a port. */
export interface NeutronPort {
  readonly id: string;
  readonly networkId: string;
  readonly projectId: string;
  readonly deviceId: string;
  readonly mac: string;
  readonly addresses: readonly string[];
  /** How it gets its address: 'immediate', 'deferred' or 'none'; null where the service does not say. */
  readonly allocation: string | null;
  /** Where it is bound, and how; null where the bearer may not see it. */
  readonly host: string | null;
  readonly vifType: string | null;
}

export function readPort(port: JsonObject): NeutronPort {
  const fixed = port['fixed_ips'];
  if (fixed !== undefined && !Array.isArray(fixed)) throw misshapen('fixed_ips of a port');
  return {
    id: textAt(port, 'id'),
    networkId: textAt(port, 'network_id'),
    projectId: textOrNull(port, 'project_id') ?? textOrNull(port, 'tenant_id') ?? '',
    deviceId: textOrNull(port, 'device_id') ?? '',
    mac: textOrNull(port, 'mac_address') ?? '',
    addresses: (fixed ?? []).map((each) => addressIn(objectIn(each, 'fixed_ips'))),
    allocation: textOrNull(port, 'ip_allocation'),
    host: textOrNull(port, 'binding:host_id'),
    vifType: textOrNull(port, 'binding:vif_type'),
  };
}

export interface NeutronNetwork {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly isShared: boolean;
  readonly isExternal: boolean;
  readonly hasSubnets: boolean;
}

export function readNetwork(network: JsonObject): NeutronNetwork {
  const { subnets } = network;
  return {
    id: textAt(network, 'id'),
    name: (textOrNull(network, 'name') ?? '').slice(0, longestName),
    projectId: textOrNull(network, 'project_id') ?? textOrNull(network, 'tenant_id') ?? '',
    isShared: network['shared'] === true,
    isExternal: network['router:external'] === true,
    hasSubnets: Array.isArray(subnets) && subnets.length > 0,
  };
}

export function objectIn(value: unknown, what: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw misshapen(what);
  return value as JsonObject;
}

export function textAt(object: JsonObject, key: string): string {
  const value = object[key];
  if (typeof value !== 'string' || value.length > longestName) throw misshapen(key);
  return value;
}

function textOrNull(object: JsonObject, key: string): string | null {
  return object[key] === undefined || object[key] === null ? null : textAt(object, key);
}

function addressIn(fixed: JsonObject): string {
  const address = textAt(fixed, 'ip_address');
  if (isIP(address) === 0) throw misshapen('ip_address');
  return address;
}

const longestName = 255;

function misshapen(what: string): NetworksUnavailable {
  return new NetworksUnavailable(`What the network service says cannot be read: ${what}.`);
}
