import type { Prng } from '@berth/testing/prng.ts';
import type { Draft } from './draft.ts';

/** One thing that compute has, with what can be asked about it. Each is a file in `nouns/`, and a line in `nouns.ts`. */
export interface ComparedNoun {
  readonly name: string;
  /** Versions at which something about it changes; they and those before them are drawn often. */
  readonly seams: readonly string[];
  /** What every round begins with. */
  readonly begin?: readonly Draft[];
  draw(prng: Prng, known: KnownIds): Draft;
  /** Whether rounds are of it alone: it has a say in where servers go, or in what is shown of them there. */
  readonly isApart?: true;
  /** Whether what is asked for takes a while, which is waited for. */
  readonly settles?: true;
  /** Whether hosts count then what is on them: the original's do so by themselves only now and then. */
  readonly counts?: boolean;
  /** Whether both sides choose the same hosts, so that these are compared as well. */
  readonly knowsHosts?: true;
  /** What shows all that both sides hold of it; asked at the end of a round. */
  state?(known: KnownIds): readonly Draft[];
  /** What shows how things stand whenever what was asked for is done. */
  rest?(known: KnownIds): readonly Draft[];
  /** What shows more of that, once it is known from there what there is. */
  closely?(known: KnownIds): readonly Draft[];
}

/** Ids that the servers have made in this round, by the names that stand for them: '{server-1}'. */
export interface KnownIds {
  /** Only those that came from paths with a text in them, where one is given. */
  of(kind: string, within?: string): readonly string[];
}
