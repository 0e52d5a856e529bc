import type { ProviderId } from '@berth/engine/ids.ts';
import { Collection } from '../collection.ts';
import type { ComputeNode } from './compute-node.ts';

/** All nodes, and those of each host. */
export class Nodes extends Collection<ProviderId, ComputeNode> {
  readonly #byHost = new Map<string, Map<ProviderId, ComputeNode>>();
  #revision = 0;

  /** Counts up with whatever happens to one of them. */
  get revision(): number {
    return this.#revision;
  }

  /** In the order in which they were first heard of, or last changed. */
  ofHost(host: string): readonly ComputeNode[] {
    return [...(this.#byHost.get(host)?.values() ?? [])];
  }

  protected override onPut(node: ComputeNode): void {
    this.#byHost.getOrInsertComputed(node.host, () => new Map()).set(node.id, node);
    this.#revision++;
  }

  protected override onGone({ id, host }: ComputeNode): void {
    const there = this.#byHost.get(host);
    there?.delete(id);
    this.#revision++;
    if (there?.size === 0) this.#byHost.delete(host);
  }
}
