import type { Node } from '@berth/host/driver.ts';
import type { ConsumerMove } from '@berth/host/tracker/consumer-moves.ts';

/** What has become of a node, or would. */
export interface NodeOutcome {
  readonly node: Node;
  /** Updated: there was something to be written, but nothing to be moved. */
  readonly kind: 'reshaped' | 'updated' | 'unchanged' | 'failed';
  /** Of a node that has failed, those that were to be made. */
  readonly moves: readonly ConsumerMove[];
  /** Names of the providers that have a part in it, by uuid. */
  readonly names: ReadonlyMap<string, string>;
  /** Why it has failed, and what to do; else empty. */
  readonly reasons: readonly string[];
}
