import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { ServiceId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import type { ComputeService } from './compute-service.ts';

/** What operators say of a host; what is left out stays as it is. */
export interface ChangeService {
  readonly kind: 'change-service';
  readonly id: ServiceId;
  /** Null: servers may go there. */
  readonly disabled?: ComputeService['disabled'];
  /** It counts as down from then on, whatever is heard of it. */
  readonly isForcedDown?: boolean;
}

export function changeService({ services }: Compute, command: ChangeService): readonly ComputeChange[] {
  const { id } = command;
  const service = services.get(id) ?? refuse({ kind: 'service-not-found', id });
  const { disabled = service.disabled, isForcedDown = service.isForcedDown } = command;
  return [{ kind: 'service-set', thing: { ...service, disabled, isForcedDown } }];
}
