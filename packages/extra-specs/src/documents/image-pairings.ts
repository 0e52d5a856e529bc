import type { ImagePair, Relation } from '../definitions/definition.ts';
import type { Outline } from './outline.ts';
import type { Place, Places } from './places.ts';
import { type Inline, type Paragraph, type PlaceOf, readLine, spaced, words } from './prose.ts';

/** That an extra spec, or a family of them, and an image property say the same thing. */
export interface ImagePairing {
  readonly key: string;
  readonly spec: Place;
  readonly property: Place;
  readonly pair: ImagePair;
}

/** The pairs that the extra specs declare, to be looked at from the other side. */
export function imagePairings(outline: Outline, places: Places): readonly ImagePairing[] {
  return outline.namespaces.flatMap(([, groups]) =>
    groups.flatMap((group) => {
      const { subject, members } = group;
      const pair = subject.definition.image;
      if (pair === undefined) return [];
      const specs = members.length === 0 ? [subject] : members;
      const properties = new Set(specs.map(({ definition }) => pairedPlace(definition.image, places)));
      return [...properties]
        .filter((property) => property !== null)
        .map((property) => ({ key: subject.key, spec: places.of(group), property, pair }));
    }),
  );
}

/** Where the property, or its family, is described. */
export function pairedPlace(pair: ImagePair | undefined, places: Places): Place | null {
  const place = pair === undefined ? null : places.ofProperty(pair.property);
  return place?.family ?? place;
}

/** The other one of a pair, and what happens when both are there. */
export function pairLine(other: Inline, pair: ImagePair, placeOf: PlaceOf): Paragraph {
  return [other, words(`: ${relationInWords(pair)}.`), ...spaced(readLine(pair.rule, placeOf))];
}

function relationInWords({ relation, noticed }: ImagePair): string {
  const rule = relationWords[relation];
  return conflicting.has(relation) ? `${rule}; ${noticedWords[noticed]}` : rule;
}

const relationWords: Readonly<Record<Relation, string>> = {
  'flavor-wins': 'the value of the flavor is used',
  'image-wins': 'the value of the image is used',
  'must-agree': 'both must agree',
  'only-one': 'only one of the two may be set',
  'image-within-flavor': 'the image may ask for less than the flavor allows, not for more',
  'flavor-permits': 'the image may set it where the flavor leaves the choice open',
  'either-enables': 'either of the two switches it on',
  added: 'what the image asks for is added to what the flavor asks for',
  'unrelated-values': 'nothing compares the two',
};

const conflicting: ReadonlySet<Relation> = new Set<Relation>([
  'must-agree',
  'only-one',
  'image-within-flavor',
  'flavor-permits',
]);

const noticedWords: Readonly<Record<ImagePair['noticed'], string>> = {
  api: 'the API refuses a conflict',
  scheduling: 'a conflict is found while a host is looked for',
  host: 'a conflict is found on the host',
};
