/**
 * Commands or changes of two parts as those of the whole: each is routed by its kind, so no kind may be in both. If one is, this is a
 * type that neither part takes, and what routes them does not compile.
 */
export type DisjointKinds<One extends Kinded, Other extends Kinded> = [One['kind'] & Other['kind']] extends [
  never,
]
  ? One | Other
  : KindInBoth<One['kind'] & Other['kind']>;

interface Kinded {
  readonly kind: string;
}

/** What the compiler shows then. */
interface KindInBoth<Kind extends string> {
  readonly isInBothParts: Kind;
}
