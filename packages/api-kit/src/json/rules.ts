import type { JsonSchema } from './schema.ts';

/** A schema made ready. `areKept` and `report` agree: nothing is reported exactly when all are kept. */
export interface Rules {
  /** The question asked of every request: allocates nothing but what walking an object's keys takes. */
  areKept(instance: unknown): boolean;
  /** Tells of each violation, in the order in which Python comes upon them. */
  report(instance: unknown, place: Place | null, found: Found): void;
}

export type Found = (violation: Violation) => void;

/** One keyword, or one part of a keyword, that something in the instance does not keep. */
export interface Violation {
  readonly keyword: keyof JsonSchema;
  /** The schema that the keyword stands in, and the value that it was asked about. */
  readonly schema: JsonSchema;
  readonly instance: unknown;
  readonly place: Place | null;
  /** Computed for the one violation that is told; a value may be large and violations may be many. */
  readonly message: () => string;
  /** For anyOf and oneOf: why none of their subschemas fits. Places start anew at the keyword's own value. */
  readonly context: ((found: Found) => void) | null;
}

/** The way to where a check stands; each step knows the one before. Null is the start. */
export interface Place {
  readonly before: Place | null;
  /** The key or index stepped into; null where the same value is looked at by another schema. */
  readonly key: string | number | null;
  readonly schemaKeys: readonly (string | number)[];
  /** How many keys and indexes were stepped into so far. */
  readonly depth: number;
}

/** One keyword made ready. */
export interface Rule {
  isKept(instance: unknown): boolean;
  report(instance: unknown, place: Place | null, found: Found): void;
}

/** A schema's rules, asked in the order of its keywords. */
export function inOrder(rules: readonly Rule[]): Rules {
  return {
    areKept(instance) {
      for (const rule of rules) if (!rule.isKept(instance)) return false;
      return true;
    },
    report(instance, place, found) {
      for (const rule of rules) rule.report(instance, place, found);
    },
  };
}

/** A keyword that judges the instance itself, by one predicate. */
export function judging(
  keyword: keyof JsonSchema,
  schema: JsonSchema,
  isKept: (instance: unknown) => boolean,
  message: (instance: unknown) => string,
  context?: (instance: unknown, found: Found) => void,
): Rule {
  return {
    isKept,
    report(instance, place, found) {
      if (isKept(instance)) return;
      found({
        keyword,
        schema,
        instance,
        place,
        message: () => message(instance),
        context: context === undefined ? null : (found) => context(instance, found),
      });
    },
  };
}

/** Leads from an instance to its parts; stops, and answers false, as soon as a visit does. */
type Walk = (instance: unknown, visit: Visitor) => boolean;
type Visitor = (
  rules: Rules,
  part: unknown,
  key: string | number,
  schemaKeys: readonly (string | number)[],
) => boolean;

/** A keyword that hands parts of the instance to other schemas, by one walk. */
export function handingDown(walk: Walk): Rule {
  return {
    isKept: (instance) => walk(instance, partKeepsRules),
    report(instance, place, found) {
      walk(instance, (rules, part, key, schemaKeys) => {
        rules.report(part, { before: place, key, schemaKeys, depth: (place?.depth ?? 0) + 1 }, found);
        return true;
      });
    },
  };
}

const partKeepsRules: Visitor = (rules, part) => rules.areKept(part);
