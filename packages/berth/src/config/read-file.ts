import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { suggestion } from '@berth/cli/closest.ts';
import type { Given, Reading } from './given.ts';
import { sections, type SettingKey, settingEntries, settings } from './settings.ts';

/**
 * The settings in a YAML file: sections with keys in them. Every problem is told with its line. An entry
 * without a value is one that is not set.
 */
export function readFile(name: string, content: string): Reading {
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines });
  const given = new Map<SettingKey, Given>();
  const problems: string[] = [];
  const placeOf = (node: Node): string => `${name}:${lines.linePos(node.range?.[0] ?? 0).line}`;

  for (const error of document.errors) {
    // The message goes on with words, then lines, of the file, and these may be a secret.
    problems.push(`${name}:${error.linePos?.[0].line ?? 1}: ${error.message.split(/: |\n/, 1)[0] ?? ''}`);
  }
  if (problems.length > 0) return { given, problems };

  for (const [sectionKey, section] of entriesOf(document.contents, name)) {
    const sectionName = nameOf(sectionKey);
    if (sections[sectionName] === undefined) {
      const hint = suggestion(sectionName, Object.keys(sections));
      problems.push(`${placeOf(sectionKey)}: ${sectionName}: there is no such section${hint}`);
      continue;
    }
    for (const [entryKey, value] of entriesOf(section, `${placeOf(sectionKey)}: ${sectionName}`)) {
      const path = `${sectionName}.${nameOf(entryKey)}`;
      const key = paths.get(path);
      if (key === undefined) {
        const known = [...paths.keys()].filter((other) => other.startsWith(`${sectionName}.`));
        problems.push(`${placeOf(entryKey)}: ${path}: there is no such setting${suggestion(path, known)}`);
        continue;
      }
      const text = textOf(value, settings[key].kind.isList);
      if (text === undefined)
        problems.push(`${placeOf(entryKey)}: ${path}: must be ${settings[key].kind.description}`);
      else if (text !== null) given.set(key, { text, origin: `${placeOf(entryKey)}: ${path}` });
    }
  }
  return { given, problems };

  /** Keys and values of what has to be a map; of nothing, none. */
  function entriesOf(node: unknown, place: string): [Node, unknown][] {
    if (node === null || node === undefined || (isScalar(node) && node.value === null)) return [];
    if (isMap<Node>(node)) return node.items.map(({ key, value }) => [key, value]);
    problems.push(`${place}: must have entries of the form 'key: value'`);
    return [];
  }
}

const paths: ReadonlyMap<string, SettingKey> = new Map(
  settingEntries().map(([key, { path }]) => [path, key]),
);

function nameOf(key: Node): string {
  return (isScalar(key) ? key.source : undefined) ?? '(not a name)';
}

/** As it was written, so that it is read like a flag; null when there is none, undefined for what cannot be one. */
function textOf(node: unknown, isList: boolean): string | null | undefined {
  if (node === null || node === undefined) return null;
  if (isScalar(node)) return node.value === null ? null : node.source;
  if (!isList || !isSeq(node)) return undefined;
  const items = node.items.map((item) => textOf(item, false));
  return items.every((item) => typeof item === 'string') ? items.join(',') : undefined;
}
