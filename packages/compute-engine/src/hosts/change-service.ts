import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { ServiceId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import type { ComputeService } from './compute-service.ts';
import { nodesDisabled } from './disabled-nodes.ts';

/** What operators say of a host; what is left out stays as it is. */
export interface ChangeService {
  readonly kind: 'change-service';
  readonly id: ServiceId;
  /** Null: servers may go there. */
  readonly disabled?: ComputeService['disabled'];
  /** It counts as down from then on, whatever is heard of it. */
  readonly isForcedDown?: boolean;
  readonly now: Instant;
}

/** Placement has it of the host's nodes at the same moment, so that nobody is sent there who has asked it before. */
export function changeService(
  { compute, placement }: ComputeCloud,
  command: ChangeService,
): readonly (ComputeChange | PlacementChange)[] {
  const { id, now } = command;
  const service = compute.services.get(id) ?? refuse({ kind: 'service-not-found', id });
  const { disabled = service.disabled, isForcedDown = service.isForcedDown } = command;
  const nodes = command.disabled === undefined ? [] : compute.nodes.ofHost(service.host);
  const isBack = service.isForcedDown && !isForcedDown;
  const changed = { ...service, disabled, isForcedDown, ...(isBack ? { backAt: now } : {}) };
  return [
    { kind: 'service-set', thing: changed },
    ...nodesDisabled(placement, nodes, disabled !== null, now),
  ];
}
