import type { Provider } from '@berth/engine/provider.ts';
import type { World } from '@berth/engine/world.ts';
import type { ComputeNode } from '../../hosts/compute-node.ts';
import type { ComputeService } from '../../hosts/compute-service.ts';
import type { SchedulerView } from '../scheduler-view.ts';

/** A root of Placement that is a node, with whoever looks after it. */
export interface KnownHost {
  readonly root: Provider;
  readonly node: ComputeNode;
  readonly service: ComputeService | undefined;
}

/**
 * The hosts of roots by their index, kept until a node or a service changes: that is seldom, and to look both of them up by their names
 * takes longer than to weigh them. An index may be given to another provider, so the root is looked at too.
 */
export class KnownHosts {
  #hosts: (KnownHost | NoHost | undefined)[] = [];
  #revision = -1;

  /** Null: servers cannot be given to it. */
  at(root: Provider, view: SchedulerView): KnownHost | null {
    if (this.#revision !== view.hostsRevision) {
      this.#revision = view.hostsRevision;
      this.#hosts = [];
    }
    let known = this.#hosts[root.index];
    if (known?.root !== root) {
      const node = view.node(root.id);
      known = node ? { root, node, service: view.service(node.host) } : { root, node: null };
      this.#hosts[root.index] = known;
    }
    return known.node === null ? null : known;
  }
}

interface NoHost {
  readonly root: Provider;
  readonly node: null;
}

/** Those of a world; they go with it. */
export function knownHostsOf(world: World): KnownHosts {
  return known.getOrInsertComputed(world, () => new KnownHosts());
}

const known = new WeakMap<World, KnownHosts>();
