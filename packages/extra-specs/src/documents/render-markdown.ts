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
import { markdownCode, markdownLines } from './markdown-text.ts';
import { described, type Inline, membersTitle, type Paragraph } from './prose.ts';

export interface MarkdownOptions {
  /** A remark at the top of the file, for those who open it in an editor. */
  readonly remark?: string;
}

/** A page for GitHub, or any other place that shows Markdown with tables. */
export function renderMarkdown(registry: Registry, { remark = defaultRemark }: MarkdownOptions = {}): string {
  const document = documentOf(registry);
  return `${page(document, remark)
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

const defaultRemark = 'Rendered from the definitions of extra specs: what is changed here is lost.';

/** What has an empty line before it and after it. */
type Block = readonly string[];

function page({ title, introduction, parts }: Document, remark: string): readonly Block[] {
  return [
    [`# ${title}`],
    [`<!-- ${remark} -->`],
    ...introduction.map((paragraph) => markdownLines(paragraph)),
    ...parts.flatMap((part) => [[`**${part.title}**`], part.sections.map(contentsLine)]),
    ...parts.flatMap((part) => [[`## ${part.title}`], ...part.sections.flatMap(sectionBlocks)]),
  ];
}

function contentsLine({ place, title, entries }: Section): string {
  const count = entries.reduce((sum, { members }) => sum + Math.max(1, members.length), 0);
  return `- [${headingText(title)}](#${place.label}) (${count})`;
}

function sectionBlocks({ place, title, description, facts, entries }: Section): readonly Block[] {
  return [
    [anchor(place.label)],
    [`### ${headingText(title)}`],
    ...description.map((paragraph) => markdownLines(paragraph)),
    ...(facts.length === 0 ? [] : [['Of all of them:'], facts.flatMap(factLines)]),
    ...entries.flatMap(entryBlocks),
  ];
}

function entryBlocks({
  place,
  name,
  type,
  notice,
  source,
  description,
  facts,
  members,
}: Entry): readonly Block[] {
  const line = (label: string, text: string): Fact => ({ label, items: [[{ kind: 'text', text }]] });
  const all = [line('Type', type), ...facts, ...(source === null ? [] : [line('Defined by', source)])];
  return [
    [anchor(place.label)],
    [`#### ${markdownCode(name)}`],
    ...(notice === null ? [] : [quoted(notice)]),
    ...description.map((paragraph) => markdownLines(paragraph)),
    all.flatMap(factLines),
    ...(members.length === 0 ? [] : [markdownLines(membersTitle), memberBlock(members)]),
  ];
}

function factLines({ label, items }: Fact): Block {
  const title: Inline = { kind: 'text', text: `${label}: ` };
  const [only] = items;
  if (items.length === 1) return bulleted([title, ...(only as Paragraph)], '');
  return [`- ${label}:`, ...items.flatMap((item) => bulleted(item, '  '))];
}

function bulleted(item: Paragraph, indent: string): Block {
  const [first, ...others] = markdownLines(item, `${indent}  `);
  return [`${indent}- ${(first as string).slice(indent.length + 2)}`, ...others];
}

/** A box on GitHub, and a quotation elsewhere. */
function quoted({ kind, content }: Notice): Block {
  return [kind === 'deprecated' ? '> [!WARNING]' : '> [!NOTE]', ...markdownLines(content, '> ')];
}

function memberBlock(members: readonly Member[]): Block {
  const isNamesOnly = members.every(({ description }) => description.length === 0);
  if (isNamesOnly) return nameTable(members.map(({ name }) => name));
  return members.flatMap(({ name, description }) => bulleted(described(name, description), ''));
}

const columns = 3;

function nameTable(names: readonly string[]): Block {
  const rows = Array.from({ length: Math.ceil(names.length / columns) }, (_, row) => {
    const cells = Array.from({ length: columns }, (_cell, column) => names[row * columns + column]);
    return `| ${cells.map((name) => (name === undefined ? '' : tableCode(name))).join(' | ')} |`;
  });
  return [`|${' |'.repeat(columns)}`, `|${' --- |'.repeat(columns)}`, ...rows];
}

/** A table is cut into cells before anything else is looked at, code as well. */
function tableCode(name: string): string {
  return markdownCode(name).replaceAll('|', '\\|');
}

function headingText(title: Inline): string {
  return title.kind === 'text' ? title.text : markdownCode(title.text);
}

function anchor(label: string): string {
  return `<a id="${label}"></a>`;
}
