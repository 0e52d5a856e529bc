import type { Registry } from '../registry/registry.ts';
import {
  type Document,
  documentOf,
  type Entry,
  type Fact,
  type Member,
  type Notice,
  type Section,
} from './document.ts';
import { described, membersTitle, type Paragraph } from './prose.ts';
import { rstCode, rstLines } from './rst-text.ts';

/** A page for Sphinx, with nothing in it that needs an extension. Every entry has a label to refer to. */
export function renderRst(registry: Registry): string {
  const document = documentOf(registry);
  return `${blocks(page(document)).join('\n\n')}\n`;
}

/** What has an empty line before it and after it. */
type Block = readonly string[];

function page({ title, introduction, parts }: Document): readonly Block[] {
  return [
    ['.. Rendered from the definitions of extra specs: what is changed here is lost.'],
    heading(title, '=', true),
    ...introduction.map((paragraph) => rstLines(paragraph)),
    ['.. contents::', '   :local:', '   :depth: 2'],
    ...parts.flatMap((part) => [heading(part.title, '='), ...part.sections.flatMap(sectionBlocks)]),
  ];
}

function sectionBlocks({ place, title, description, facts, entries }: Section): readonly Block[] {
  return [
    [`.. _${place.label}:`],
    heading(title.kind === 'text' ? title.text : rstCode(title.text), '-'),
    ...description.map((paragraph) => rstLines(paragraph)),
    ...(facts.length === 0 ? [] : [['Of all of them:'], facts.flatMap(factLines)]),
    ...entries.flatMap(entryBlocks),
  ];
}

function entryBlocks(entry: Entry): readonly Block[] {
  const { place, name, notice, description, members } = entry;
  return [
    [`.. _${place.label}:`],
    heading(rstCode(name), '~'),
    ...(notice === null ? [] : [noticeLines(notice)]),
    ...description.map((paragraph) => rstLines(paragraph)),
    factsOf(entry).flatMap(factLines),
    ...(members.length === 0 ? [] : [rstLines(membersTitle), memberLines(members)]),
  ];
}

/** All that the entry says in short. */
function factsOf({ type, source, facts }: Entry): readonly Fact[] {
  const line = (label: string, text: string): Fact => ({ label, items: [[{ kind: 'text', text }]] });
  return [line('Type', type), ...facts, ...(source === null ? [] : [line('Defined by', source)])];
}

function factLines({ label, items }: Fact): Block {
  const indent = '    ';
  const [only] = items;
  if (items.length === 1) return [`:${label}:`, ...rstLines(only as Paragraph, indent)];
  return [`:${label}:`, ...items.flatMap((item) => bulleted(item, indent))];
}

function bulleted(item: Paragraph, indent: string): Block {
  const [first, ...others] = rstLines(item, `${indent}  `);
  return [`${indent}* ${(first as string).slice(indent.length + 2)}`, ...others];
}

function noticeLines({ kind, content }: Notice): Block {
  return [kind === 'deprecated' ? '.. warning::' : '.. note::', '', ...rstLines(content, '   ')];
}

/** Each with its own label, since others refer to single ones. Those of which there is nothing to say stand in columns. */
function memberLines(members: readonly Member[]): Block {
  const isNamesOnly = members.every(({ description }) => description.length === 0);
  const indent = isNamesOnly ? '   ' : '';
  const items = members.flatMap(({ place, name, description }) => [
    `${indent}* .. _${place.label}:`,
    '',
    ...rstLines(described(name, description), `${indent}  `),
  ]);
  return isNamesOnly ? ['.. hlist::', '   :columns: 2', '', ...items] : items;
}

function heading(title: string, line: string, isOverlined = false): Block {
  // As wide as the title at least; some characters take the room of two.
  const isPlain = /^[\x20-\x7e]*$/.test(title);
  const rule = line.repeat(isPlain ? title.length : 2 * title.length);
  return isOverlined ? [rule, title, rule] : [title, rule];
}

function blocks(all: readonly Block[]): readonly string[] {
  return all.filter((block) => block.length > 0).map((block) => block.join('\n'));
}
