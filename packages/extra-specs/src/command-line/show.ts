import { type Document, documentOf, type Entry, type Section } from '../documents/document.ts';
import { plainText } from '../documents/prose.ts';
import { imagePropertiesOf } from '../registry/image-property-index.ts';
import type { Registry } from '../registry/registry.ts';
import { suggestKey } from '../suggestions/suggest-key.ts';
import { type Command, type ExitCode, type Given, type Outside, UsageError } from './command.ts';
import { loadRegistry, sourceOptions } from './load-registry.ts';
import { wrap } from './wrap.ts';

export const show: Command = {
  name: 'show',
  takes: 'KEY|WORD ...',
  description: `Shows what is known about an extra spec (hw:cpu_policy, hw:numa_cpus.0, trait1:HW_CPU_X86_AVX2) or an image property
(hw_cpu_policy). With words instead, lists those whose name or description has all of them.

Exit status: 0 when something was found, 1 when not.`,
  options: sourceOptions,
  run,
};

async function run(given: Given, outside: Outside): Promise<ExitCode> {
  if (given.operands.length === 0) throw new UsageError('show needs a key, or words to look for');
  const { registry, exitCode } = await loadRegistry(given, outside);
  const document = documentOf(registry, 'apart');
  const [first = '', ...others] = given.operands;
  const exact = others.length === 0 ? entryOf(document, registry, first) : null;
  if (exact !== null) {
    outside.print(describe(exact.entry, exact.section));
    return exitCode;
  }
  const found = entriesWith(document, given.operands);
  for (const line of found) outside.print(line);
  if (found.length > 0) return exitCode;
  const meant = others.length === 0 ? suggestKey(registry, first) : null;
  const hint = meant === null ? '' : `; did you mean '${meant}'?`;
  outside.complain(`nothing is known about '${given.operands.join(' ')}'${hint}`);
  return 1;
}

interface Found {
  readonly entry: Entry;
  readonly section: Section;
}

function entryOf(document: Document, registry: Registry, name: string): Found | null {
  const key = registry.keys.find(name)?.key ?? imagePropertiesOf(registry).find(name)?.name ?? name;
  for (const { entry, section } of allEntries(document)) {
    if (entry.name === key) return { entry: { ...entry, name }, section };
  }
  return null;
}

function* allEntries({ parts }: Document): Generator<Found> {
  for (const { sections } of parts) {
    for (const section of sections) for (const entry of section.entries) yield { entry, section };
  }
}

/** One line each. */
function entriesWith(document: Document, sought: readonly string[]): readonly string[] {
  const words = sought.map((word) => word.toLowerCase());
  const lines: string[] = [];
  for (const { entry } of allEntries(document)) {
    const text = `${entry.name} ${entry.description.map(plainText).join(' ')}`.toLowerCase();
    if (words.every((word) => text.includes(word))) lines.push(line(entry));
  }
  return lines;
}

function line({ name, description }: Entry): string {
  const summary = plainText(description[0] ?? []);
  const firstSentence = /^.*?[.](?=\s|$)/.exec(summary)?.[0] ?? summary;
  return `${name.padEnd(34)} ${firstSentence}`;
}

function describe(entry: Entry, section: Section): string {
  const notice = entry.notice === null ? [] : [wrap(plainText(entry.notice.content), '  ! ', '    ')];
  const facts = [...entry.facts, ...section.facts].map(({ label, items }) => {
    const [only, ...more] = items;
    if (only !== undefined && more.length === 0) return wrap(`${label}: ${plainText(only)}`, '  ', '    ');
    return [`  ${label}:`, ...items.map((item) => wrap(plainText(item), '    - ', '      '))].join('\n');
  });
  return [
    `${entry.name} (${entry.type})`,
    ...notice,
    ...entry.description.map((paragraph) => `${wrap(plainText(paragraph), '  ', '  ')}\n`),
    ...facts,
    ...(entry.source === null ? [] : [`  From: ${entry.source}`]),
  ].join('\n');
}
