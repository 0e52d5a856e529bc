import type { Parameter } from '../definitions/definition.ts';
import type { ImagePropertyFamily } from '../definitions/image-property.ts';
import { inTreeNamespaces } from '../definitions/in-tree.ts';
import type { KeyIndex } from './key-index.ts';
import type { RegisteredSpec } from './registered-spec.ts';
import { RegistryBuilder } from './registry-builder.ts';
import type { Contribution } from './source.ts';

/** A namespace with what all sources have put into it. */
export interface RegisteredNamespace {
  readonly name: string | null;
  readonly parameters: readonly Parameter[];
  readonly description: string;
  readonly specs: readonly RegisteredSpec[];
}

/** Everything that is known about extra specs and image properties. It never changes: another schema is another registry. */
export interface Registry {
  readonly namespaces: readonly RegisteredNamespace[];
  /** In the order of registration: ours, then those of the contributions, in their order. */
  readonly specs: readonly RegisteredSpec[];
  readonly imageFamilies: readonly ImagePropertyFamily[];
  readonly keys: Pick<KeyIndex, 'find' | 'findTemplate' | 'knowsNamespaceOf'>;
}

/** A definition that was left out, or one that deserves a second look. */
export interface RegistryIssue {
  readonly severity: 'error' | 'warning';
  /** Where it stands: a file with line and column, or the name of the source. */
  readonly place: string;
  readonly key: string;
  readonly text: string;
}

/**
 * Ours, and what others add. Nobody can change a definition that is there already: who claims a key that is taken is left out,
 * and told. Only where ours is a template, such as `trait{group}:CUSTOM_{trait}`, a contribution may say more about one of its
 * cases; a value must then be good for both.
 */
export function buildRegistry(contributions: readonly Contribution[] = []): {
  readonly registry: Registry;
  readonly issues: readonly RegistryIssue[];
} {
  const builder = new RegistryBuilder();
  builder.contribute({ source: { kind: 'in-tree' }, namespaces: inTreeNamespaces });
  for (const contribution of contributions) builder.contribute(contribution);
  return builder.finish();
}
