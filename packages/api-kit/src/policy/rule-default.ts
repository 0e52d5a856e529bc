/** A rule of the service as it stands when the operator says nothing: data, for the enforcer and for documents. */
export interface RuleDefault {
  readonly name: string;
  readonly check: string;
  /** Whose tokens the rule is for; another scope is refused whatever the check says. Empty: any. */
  readonly scopes: readonly RuleScope[];
  readonly description: string;
  /** What the rule guards. Empty for a base rule, which is there to be referred to by others. */
  readonly operations: readonly GuardedOperation[];
  /** The default of earlier releases, which also counts as long as the new defaults are not enforced. */
  readonly deprecated?: { readonly check: string };
}

export type RuleScope = 'project' | 'system';

export interface GuardedOperation {
  readonly method: string;
  readonly path: string;
}
