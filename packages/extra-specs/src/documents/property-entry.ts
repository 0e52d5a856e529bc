import type { ImageProperty } from '../definitions/image-property.ts';
import type { Entry } from './document.ts';
import { driverFacts, fact, noticeOf, parameterFacts, typeWords, valueFacts } from './facts.ts';
import type { Group } from './families.ts';
import { type ImagePairing, pairLine } from './image-pairings.ts';
import type { Places } from './places.ts';
import { code, listed, named, type PlaceOf, readLine, readProse } from './prose.ts';
import { visibleCode } from './visible-text.ts';

export function propertyEntry(
  group: Group<ImageProperty>,
  prefix: string,
  places: Places,
  pairings: readonly ImagePairing[],
): Entry {
  const { subject, members } = group;
  const place = places.of(group);
  const elsewhere: PlaceOf = (name) => {
    const mentioned = places.ofMention(name);
    return mentioned === place ? null : mentioned;
  };
  const extraSpecs = pairings
    .filter(({ property }) => property === place)
    .map(({ key, spec, pair }) => pairLine(named(key, spec), pair, elsewhere));
  return {
    place,
    name: visibleCode(subject.name),
    type: typeWords[subject.value.type],
    notice: noticeOf(subject.support, elsewhere),
    source: null,
    description: readProse(subject.description, elsewhere),
    facts: [
      ...valueFacts(subject.value, elsewhere),
      ...parameterFacts(subject.parameters ?? [], elsewhere),
      ...fact('Former names', listed((subject.formerNames ?? []).map(code), ',')),
      ...driverFacts(subject.drivers),
      ...fact(extraSpecs.length === 1 ? 'Extra spec' : 'Extra specs', ...extraSpecs),
    ],
    members: members.map((member) => ({
      place: places.of(member),
      name: visibleCode(member.name.slice(prefix.length)),
      fullName: visibleCode(member.name),
      description: subject.description === '' ? readLine(member.description, elsewhere) : [],
    })),
  };
}
