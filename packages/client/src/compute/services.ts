import { ask } from '../ask.ts';
import { listOf, members, type Shape, text } from '../shape.ts';
import type { Transport } from '../transport.ts';

export interface ComputeServiceRecord {
  readonly host: string;
  /** The cell of the host does not answer, so nothing is known of the host but its name. */
  readonly isInDownCell: boolean;
}

/** Those of compute hosts. Since 2.69 those in cells that do not answer are among them. */
export async function listComputeServices(transport: Transport): Promise<ComputeServiceRecord[]> {
  const path = '/os-services?binary=nova-compute';
  return (await ask(transport, { method: 'GET', path, version: '2.69' }, services)).services;
}

const service: Shape<ComputeServiceRecord> = (value, place) => {
  const { host, status } = members({ host: text, status: text })(value, place);
  return { host, isInDownCell: status === 'UNKNOWN' };
};

const services = members({ services: listOf(service) });
