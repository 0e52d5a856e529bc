import type { ExtraSpec, Namespace } from '../definitions/definition.ts';

/** Where definitions come from. */
export type Source =
  | { readonly kind: 'in-tree' }
  /** An npm package. */
  | { readonly kind: 'plugin'; readonly name: string; readonly version: string }
  /** An operator's schema. */
  | { readonly kind: 'file'; readonly path: string };

/** What one source has to say. */
export interface Contribution {
  readonly source: Source;
  readonly namespaces: readonly Namespace[];
  /** Where in the source a spec stands, for messages: `site.yaml:12:5`. */
  readonly placeOf?: (spec: ExtraSpec) => string;
}

export function describeSource(source: Source): string {
  if (source.kind === 'in-tree') return 'Berth';
  return source.kind === 'file' ? source.path : `plug-in ${source.name} ${source.version}`;
}
