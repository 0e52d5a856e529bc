import { firstKeyOf, type JsonObject, Malformed, textAt } from '@berth/api-kit/json/json-reading.ts';
import { inOrderOfKeys } from '@berth/ledger/documents/documents-checks.ts';
import { aboutNoun, setChange } from '@berth/ledger/documents/noun-changes.ts';
import { type IdentityChange, type Noun, type Nouns, nouns } from '../domain/nouns.ts';
import { type IdentityRecord, RecordCheck } from './record-check.ts';
import { thingProblems } from './thing-rules.ts';

/**
 * What leaves a ledger when it is exported: all but what tokens are made with, and which of them were revoked. Whoever imports it makes
 * keys of its own, and no token of the old one is good there.
 */
const moved: readonly Noun[] = nouns.filter((noun) => noun !== 'token-key' && noun !== 'revocation');

/** There are exports of programs that did not have them. */
const later: readonly Noun[] = ['project-endpoint', 'registered-limit', 'limit'];

/** What whoever moves and checks ledgers has to know of identity's records: each noun's lines begin with its name and have the thing as it is kept. */
export const identityRecords = {
  kinds: Object.fromEntries(moved.map((noun) => [kindOf(noun), keyOf(noun)])),
  *recordsOf(state: Iterable<IdentityChange>): Generator<IdentityRecord> {
    for (const change of state) {
      const { noun, thing } = aboutNoun<Nouns>(change);
      if (thing === null) throw new Error(`a stored state is not made by ${change.kind}`);
      if (moved.includes(noun)) yield { kind: kindOf(noun), noun, thing };
    }
  },
  changesOf({ noun, thing }: IdentityRecord): readonly IdentityChange[] {
    return [setChange<Nouns, Noun>(noun, thing)];
  },
  encode({ noun, thing }: IdentityRecord): string {
    const { id, ...rest } = thing;
    return JSON.stringify({ [keyOf(noun)]: id, ...(inOrderOfKeys(rest) as object) });
  },
  decode(line: JsonObject): IdentityRecord {
    const key = firstKeyOf(line);
    const noun = moved.find((each) => keyOf(each) === key);
    if (noun === undefined) throw new Malformed('it is nothing that identity has');
    if (Object.hasOwn(line, 'id')) throw new Malformed(`its id is what '${key}' says`);
    const { [key]: _, ...rest } = line;
    // Whether it is one is a rule.
    return { kind: kindOf(noun), noun, thing: { id: textAt(line, key), ...rest } as unknown as Nouns[Noun] };
  },
  describe: describeRecord,
  isCatalog: () => false,
  isStandard: () => false,
  counted: moved.map((noun) => `${keyOf(noun)}s`),
  countedLater: later.map((noun) => `${keyOf(noun)}s`),
  countsOf: ({ noun }: IdentityRecord) => ({ [`${keyOf(noun)}s`]: 1 }),
  describeCounts: (counts: Readonly<Record<string, number>>) =>
    moved
      .map((noun) => ({ noun, count: counts[`${keyOf(noun)}s`] ?? 0 }))
      .filter(({ count }) => count > 0)
      .map(({ noun, count }) => `${count} ${noun.replaceAll('-', ' ')}s`)
      .join(', '),
  allowances: [],
  ruleProblems: ({ noun, thing }: IdentityRecord) => thingProblems(noun, thing),
  newCheck: () => new RecordCheck(),
};

/** For people. */
function describeRecord({ noun, thing }: IdentityRecord): string {
  return `${noun.replaceAll('-', ' ')} ${thing.id}`;
}

function kindOf(noun: Noun): string {
  return `identity-${noun}`;
}

function keyOf(noun: Noun): string {
  return `identity_${noun.replaceAll('-', '_')}`;
}
