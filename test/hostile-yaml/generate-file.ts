import { Prng } from '@berth/testing/prng.ts';
import { deepNesting, explodingAnchors, much } from './bombs.ts';
import { changedBytes, changedLines, harmless, truncated } from './changes.ts';
import { evilPattern, manyPatterns } from './evil-patterns.ts';
import type { HostileFile } from './hostile-file.ts';
import { oddCharacters, randomBytes, randomMarks, refusedYaml } from './odd-yaml.ts';
import { duplicateKey, strangeMember, wrongType } from './wrong-types.ts';

export interface FileSource {
  readonly seed: string;
  /** In bytes, or so. */
  readonly largest: number;
}

/** The file with a number. The same source and number give the same file. */
export function generateFile({ seed, largest }: FileSource, number: number): HostileFile {
  const prng = new Prng(`${seed}/${number}`);
  return prng.weighted(kinds)(prng, largest);
}

const kinds: readonly (readonly [number, (prng: Prng, largest: number) => HostileFile])[] = [
  [8, harmless],
  [10, truncated],
  [16, changedBytes],
  [12, changedLines],
  [14, wrongType],
  [5, strangeMember],
  [5, duplicateKey],
  [5, explodingAnchors],
  [4, deepNesting],
  [4, much],
  [4, randomBytes],
  [6, randomMarks],
  [6, refusedYaml],
  [7, oddCharacters],
  [12, evilPattern],
  [1, manyPatterns],
];
