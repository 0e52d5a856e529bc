import type { Registry } from '../registry/registry.ts';
import { KnownRules } from './known-rules.ts';
import type { ResourceType } from './metadef.ts';
import type { ForeignAssociation, ForeignProperty, MetadefFault, ReadMetadefs } from './read-metadefs.ts';
import { ruleDifferences } from './rule-differences.ts';
import { toMetadefs } from './to-metadefs.ts';

export type Difference =
  /** Known here, and in none of their files. */
  | Missing
  /** In a file of theirs, and nothing that is known here. */
  | ({ readonly kind: 'unknown'; readonly suggestion: string | null } & PlaceInFile)
  /** In a file of theirs under a name that it had earlier. */
  | ({ readonly kind: 'renamed'; readonly current: string } & PlaceInFile)
  /** In both, with other rules (or texts, if asked for). */
  | ({ readonly kind: 'different'; readonly text: string } & PlaceInFile)
  | ({ readonly kind: 'malformed' } & MetadefFault);

export interface Missing {
  readonly kind: 'missing';
  readonly resourceType: ResourceType;
  readonly prefix: string;
  readonly names: readonly string[];
  /** Whether these are all that we know with this prefix. */
  readonly isAll: boolean;
}

export interface PlaceInFile {
  readonly file: string;
  readonly resourceType: ResourceType;
  readonly prefix: string;
  /** What follows the prefix. */
  readonly name: string;
}

export interface Comparison {
  /** None: both say the same. */
  readonly differences: readonly Difference[];
  /** Resource types of theirs that nothing is known about here. */
  readonly notCompared: readonly string[];
}

export interface CompareOptions {
  /** Whether titles and descriptions are compared, too. */
  readonly texts?: boolean | undefined;
}

/**
 * What is known here beside metadata definitions of somebody else. Theirs may be divided into other files and namespaces: what
 * counts is what is said about a property of a resource type, by its whole name.
 */
export function compareMetadefs(
  registry: Registry,
  { metadefs, faults }: ReadMetadefs,
  { texts = false }: CompareOptions = {},
): Comparison {
  const differences: Difference[] = faults.map((fault) => ({ kind: 'malformed', ...fault }));
  const known = new KnownRules(registry);
  const seen = new Set<string>();
  const notCompared = new Set<string>();
  for (const { file, associations, properties } of metadefs) {
    for (const association of associations) {
      const resourceType = comparedType(association);
      if (resourceType === null) {
        notCompared.add(describeAssociation(association));
        continue;
      }
      for (const property of properties) {
        const place = { file, resourceType, prefix: association.prefix, name: property.name };
        seen.add(`${resourceType} ${place.prefix}${place.name}`);
        differences.push(...compareProperty(known, place, property, texts));
      }
    }
  }
  return {
    differences: [...differences, ...missingProperties(registry, seen)],
    notCompared: [...notCompared].sort(),
  };
}

/** Null for what we have no definitions of. A volume has properties of its own, and those of its image. */
function comparedType({ resourceType, target }: ForeignAssociation): ResourceType | null {
  switch (resourceType) {
    case 'OS::Nova::Flavor':
    case 'OS::Glance::Image':
      return resourceType;
    case 'OS::Cinder::Volume':
      return target === 'image' ? resourceType : null;
    default:
      return null;
  }
}

function describeAssociation({ resourceType, target }: ForeignAssociation): string {
  if (resourceType !== 'OS::Cinder::Volume') return resourceType;
  return `${resourceType} (${target === null ? 'the volume itself' : target})`;
}

function* compareProperty(
  known: KnownRules,
  place: PlaceInFile,
  { schema }: ForeignProperty,
  texts: boolean,
): Generator<Difference> {
  const knowledge = known.of(place.resourceType, `${place.prefix}${place.name}`);
  switch (knowledge.kind) {
    case 'unknown':
      yield { kind: 'unknown', suggestion: knowledge.suggestion, ...place };
      break;
    case 'renamed':
      yield { kind: 'renamed', current: knowledge.current, ...place };
      break;
    case 'known':
      for (const text of ruleDifferences(knowledge, schema, texts)) {
        yield { kind: 'different', text, ...place };
      }
  }
}

function* missingProperties(registry: Registry, seen: ReadonlySet<string>): Generator<Missing> {
  const ours = new Map<string, { resourceType: ResourceType; prefix: string; names: string[] }>();
  for (const { namespace } of toMetadefs(registry).files) {
    for (const { name: resourceType, prefix = '' } of namespace.resource_type_associations) {
      const group = ours.getOrInsert(`${resourceType} ${prefix}`, { resourceType, prefix, names: [] });
      group.names.push(...Object.keys(namespace.properties));
    }
  }
  for (const [before, { resourceType, prefix, names }] of ours) {
    const missing = names.filter((name) => !seen.has(`${before}${name}`));
    if (missing.length === 0) continue;
    yield { kind: 'missing', resourceType, prefix, names: missing, isAll: missing.length === names.length };
  }
}
