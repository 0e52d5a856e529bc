import type { ComputeCloud } from '../compute-state.ts';
import type { Server } from '../servers/server.ts';
import { moveKindOf } from './move-kind-of.ts';
import type { PlanOptions } from './plan-request.ts';
import type { MoveKind } from './planned-move.ts';
import type { StuckReason } from './stuck-reason.ts';

/** Whether a server can be moved at all, and how. */
export class MovableServers {
  readonly #cloud: ComputeCloud;
  readonly #options: PlanOptions;

  constructor(cloud: ComputeCloud, options: PlanOptions) {
    this.#cloud = cloud;
    this.#options = options;
  }

  kindOf(server: Server): MoveKind | StuckReason {
    const { leftAlone, kinds } = this.#options;
    if (leftAlone.has(server.id)) return { kind: 'left-alone' };
    const kind = moveKindOf(server, kinds);
    if (kind === null) return { kind: 'state', vmState: server.vmState, taskState: server.taskState };
    return this.#isUp(server) ? kind : { kind: 'host-down' };
  }

  isMovable(server: Server): boolean {
    return typeof this.kindOf(server) === 'string';
  }

  #isUp({ place }: Server): boolean {
    const service = place === null ? undefined : this.#cloud.compute.services.ofHost(place.host);
    return service !== undefined && service.isUp && !service.isForcedDown;
  }
}
