import type { Document, Entry, Fact, Section } from '../document.ts';
import { described, membersTitle, plainText } from '../prose.ts';

/** What a reader of one heading must see, text by text, whatever the format. */
export interface ExpectedTexts {
  readonly label: string;
  readonly texts: readonly string[];
}

export type FactTexts = (fact: Fact) => readonly string[];

/** A fact is a label and its items, unless the format has it in another way. */
export function expectedTexts(
  { parts }: Document,
  factTexts: FactTexts = ({ label, items }) => [label, ...items.map(plainText)],
): readonly ExpectedTexts[] {
  return parts.flatMap(({ sections }) =>
    sections.flatMap((section) => [
      sectionTexts(section, factTexts),
      ...section.entries.map((entry) => entryTexts(entry, factTexts)),
    ]),
  );
}

function sectionTexts({ place, title, description, facts }: Section, factTexts: FactTexts): ExpectedTexts {
  const shared = facts.length === 0 ? [] : ['Of all of them:', ...facts.flatMap(factTexts)];
  return { label: place.label, texts: [title.text, ...description.map(plainText), ...shared] };
}

function entryTexts(entry: Entry, factTexts: FactTexts): ExpectedTexts {
  const { place, name, type, notice, source, description, facts, members } = entry;
  const line = (label: string, text: string): Fact => ({ label, items: [[{ kind: 'text', text }]] });
  return {
    label: place.label,
    texts: [
      name,
      ...(notice === null ? [] : [plainText(notice.content)]),
      ...description.map(plainText),
      ...factTexts(line('Type', type)),
      ...facts.flatMap(factTexts),
      ...(source === null ? [] : factTexts(line('Defined by', source))),
      ...(members.length === 0 ? [] : [plainText(membersTitle)]),
      ...members.map((member) => plainText(described(member.name, member.description))),
    ],
  };
}
