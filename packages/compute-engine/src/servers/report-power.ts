import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { PowerState, VmState } from './server-states.ts';

/** A host has found a machine in another state than it should be in, or has not found it (`none`). */
export interface ReportPower {
  readonly kind: 'report-power';
  readonly id: ConsumerId;
  readonly host: string;
  readonly powerState: PowerState;
  readonly now: Instant;
}

/**
 * What the hypervisor says counts, and a server whose machine has gone off by itself is stopped. As long as something is done with the
 * server, or is to be, that decides what it is: then nothing changes.
 */
export function reportPower({ servers, orders }: Compute, command: ReportPower): readonly ComputeChange[] {
  const { id, host, powerState, now } = command;
  const server = servers.get(id);
  if (!server || server.deletedAt !== null || server.place?.host !== host) return [];
  if (server.taskState !== null || orders.inLine(id).length > 0) return [];
  const vmState = stateWith(server.vmState, powerState);
  if (server.powerState === powerState && server.vmState === vmState) return [];
  return [{ kind: 'server-set', thing: { ...server, powerState, vmState, updatedAt: now } }];
}

/** A machine that is not found at all says nothing of what its server should be. */
function stateWith(vmState: VmState, powerState: PowerState): VmState {
  const isOff = powerState === 'shutdown' || powerState === 'crashed' || powerState === 'suspended';
  return isOff && (vmState === 'active' || vmState === 'paused') ? 'stopped' : vmState;
}
