import { members, type Shape, text } from '../shape.ts';
import type { Transport } from '../transport.ts';
import { listAll } from './list-all.ts';

/** A node of a compute host. Its uuid is that of its provider in Placement. */
export interface HypervisorRecord {
  readonly uuid: string;
  readonly name: string;
  readonly host: string;
}

/** All nodes of all hosts, by their uuids (2.53). */
export function listHypervisors(transport: Transport): Promise<HypervisorRecord[]> {
  const asked = {
    path: '/os-hypervisors/detail',
    version: '2.53',
    key: 'hypervisors',
    shape: hypervisor,
    markerOf: ({ uuid }: HypervisorRecord) => uuid,
  };
  return listAll(transport, asked, (each) => each);
}

const told = members({ id: text, hypervisor_hostname: text, service: members({ host: text }) });

const hypervisor: Shape<HypervisorRecord> = (value, place) => {
  const { id, hypervisor_hostname, service } = told(value, place);
  return { uuid: id, name: hypervisor_hostname, host: service.host };
};
