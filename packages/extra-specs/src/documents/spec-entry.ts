import type { Need } from '../definitions/definition.ts';
import type { RegisteredSpec } from '../registry/registered-spec.ts';
import { describeSource } from '../registry/source.ts';
import type { Entry, Fact } from './document.ts';
import { driverFacts, fact, noticeOf, parameterFacts, typeWords, valueFacts } from './facts.ts';
import type { Group } from './families.ts';
import { pairedPlace, pairLine } from './image-pairings.ts';
import type { Places } from './places.ts';
import { code, listed, named, type Paragraph, type PlaceOf, readLine, readProse, words } from './prose.ts';
import { visibleCode, visibleProse } from './visible-text.ts';

export function specEntry(group: Group<RegisteredSpec>, places: Places): Entry {
  const { subject, members } = group;
  const { definition, source } = subject;
  const place = places.of(group);
  const elsewhere: PlaceOf = (name) => {
    const mentioned = places.ofMention(name);
    return mentioned === place ? null : mentioned;
  };
  return {
    place,
    name: visibleCode(subject.key),
    type: typeWords[definition.value.type],
    notice: noticeOf(definition.support, elsewhere),
    source: source.kind === 'in-tree' ? null : visibleProse(describeSource(source)),
    description: readProse(definition.description, elsewhere),
    facts: [
      ...valueFacts(definition.value, elsewhere),
      ...parameterFacts(subject.parameters, elsewhere),
      ...driverFacts(definition.drivers),
      ...fact('Needs', ...(definition.needs ?? []).map((need) => needLine(need, places))),
      ...imageFacts(group, places, elsewhere),
      ...refinementFacts(subject, places),
    ],
    members: members.map((member) => ({
      place: places.of(member),
      name: visibleCode(member.definition.name),
      fullName: visibleCode(member.key),
      description: definition.description === '' ? readLine(member.definition.description, elsewhere) : [],
    })),
  };
}

function needLine({ key, values }: Need, places: Places): Paragraph {
  const link = named(key, places.ofKey(key));
  return values === undefined ? [link] : [link, words(' set to '), ...listed(values.map(code), 'or')];
}

function imageFacts(
  { subject, members }: Group<RegisteredSpec>,
  places: Places,
  placeOf: PlaceOf,
): readonly Fact[] {
  const pair = subject.definition.image;
  if (pair === undefined) return [];
  // What all of a family say is about none of their properties; where one of them is described, the others are, too.
  const property = pairedPlace((members[0] ?? subject).definition.image, places);
  return fact('Image property', pairLine(named(pair.property, property), pair, placeOf));
}

function refinementFacts({ refines }: RegisteredSpec, places: Places): readonly Fact[] {
  if (refines === null) return [];
  return fact('Case of', [named(refines.key, places.of(refines)), words(', whose rules apply as well')]);
}
