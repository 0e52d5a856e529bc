import type { Inventories } from '@berth/client/placement/records.ts';

/** What an operator adds to a provider. */
export interface ProviderConfig {
  readonly target: ConfigTarget;
  /** None of them is of a class that a driver reports for this provider. */
  readonly inventories: Inventories;
  readonly traits: readonly string[];
  /** Where it stands: 'gpu.yaml:12:5'. */
  readonly place: string;
}

/** `compute-nodes` are all roots that no other configuration names. */
export type ConfigTarget =
  | { readonly kind: 'compute-nodes' }
  | { readonly kind: 'uuid'; readonly uuid: string }
  | { readonly kind: 'name'; readonly name: string };

/** Nothing of the configuration is used. Its message has a line for each reason, each with its place. */
export class ProviderConfigError extends Error {
  override readonly name = 'ProviderConfigError';
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.reasons = reasons;
  }
}

export function describeTarget(target: ConfigTarget): string {
  if (target.kind === 'compute-nodes') return computeNodes;
  return target.kind === 'uuid' ? target.uuid : target.name;
}

/** In place of a uuid. */
export const computeNodes = '$COMPUTE_NODE';
