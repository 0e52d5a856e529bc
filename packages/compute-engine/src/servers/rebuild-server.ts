import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import { withStepEnded } from '../actions/action-steps.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { OrderId } from '../ids.ts';
import { actionRules } from './action-rules.ts';
import { checkAction } from './check-action.ts';
import { orderWork } from './order-work.ts';
import type { Server } from './server.ts';
import { serverOf } from './server-of.ts';

/** A server is made anew of an image, where it is. */
export interface RebuildServer {
  readonly kind: 'rebuild-server';
  readonly id: ConsumerId;
  /** What it is from now on; what is left out stays. */
  readonly fields: Pick<Server, 'image' | 'diskConfig'> &
    Partial<
      Pick<
        Server,
        | 'name'
        | 'hostname'
        | 'description'
        | 'metadata'
        | 'key'
        | 'userData'
        | 'trustedCertificates'
        | 'accessIpV4'
        | 'accessIpV6'
        | 'hasConfigDrive'
      >
    >;
  readonly preservesEphemeral: boolean;
  /** Whether it is to have a password that somebody has chosen. */
  readonly hasAskedPassword?: boolean;
  readonly by: Requester;
  readonly newOrderId: OrderId;
  readonly now: Instant;
}

export function rebuildServer(compute: Compute, command: RebuildServer): readonly ComputeChange[] {
  const { id, fields, preservesEphemeral, by, newOrderId: orderId, now } = command;
  const server = serverOf(compute, id);
  const rule = actionRules.rebuild;
  checkAction(server, rule, by);
  return orderWork(compute, {
    server: { ...server, ...fields, progress: 0 },
    work: {
      kind: 'rebuild',
      preservesEphemeral,
      ...(server.vmState === 'stopped' ? { endsOff: true } : {}),
      ...(command.hasAskedPassword ? { hasAskedPassword: true } : {}),
    },
    name: rule.name,
    by,
    orderId,
    now,
    // What the original's conductor has a part in is decided here.
    steps: (action) => withStepEnded(action, { name: 'rebuild_server', host: by.apiHost, now }),
  });
}
