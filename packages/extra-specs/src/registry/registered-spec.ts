import type { ExtraSpec, Parameter } from '../definitions/definition.ts';
import type { ValueCheck } from '../validation/value-check.ts';
import type { Source } from './source.ts';

/** A definition in its place. */
export interface RegisteredSpec {
  /** The whole key, as defined: `hw:numa_cpus.{num}`. */
  readonly key: string;
  /** As defined: `trait{group}`; null for keys without a colon. */
  readonly namespace: string | null;
  /** Those of the namespace, then its own. */
  readonly parameters: readonly Parameter[];
  readonly definition: ExtraSpec;
  readonly source: Source;
  readonly checkValue: ValueCheck;
  /** The in-tree template that this is one case of. A value must be good for both. */
  readonly refines: RegisteredSpec | null;
}
