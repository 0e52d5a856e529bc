import type { Known } from './known-rules.ts';

/** How a property of somebody else differs from ours, each in a few words: `enum lacks 'mixed'`. */
export function ruleDifferences(
  { property: ours, accepts }: Known,
  theirs: Readonly<Record<string, unknown>>,
  texts: boolean,
): readonly string[] {
  const differences: string[] = [];
  if (theirs['type'] === ours.type) {
    differences.push(...enumDifferences(ours.enum, theirs['enum'], accepts));
    for (const member of ['pattern', 'minimum', 'maximum'] as const) {
      differences.push(...memberDifferences(member, ours[member], theirs[member]));
    }
  } else {
    const values = Array.isArray(theirs['enum']) ? ` (${list(theirs['enum'])})` : '';
    differences.push(`type is ${show(theirs['type'])}${values}, here ${show(ours.type)}`);
  }
  if (texts) {
    for (const member of ['title', 'description'] as const) {
      differences.push(...memberDifferences(member, ours[member], theirs[member]));
    }
  }
  return differences;
}

function* enumDifferences(
  ours: readonly unknown[] | undefined,
  theirs: unknown,
  accepts: (word: unknown) => boolean,
): Generator<string> {
  if (!Array.isArray(theirs)) {
    if (theirs !== undefined) yield `enum is not a list`;
    else if (ours !== undefined) yield `has no enum, here ${list(ours)}`;
    return;
  }
  if (ours === undefined) {
    yield `enum is ${list(theirs)}, here there is none`;
    return;
  }
  const lacking = ours.filter((word) => !theirs.includes(word));
  const additional = theirs.filter((word) => !ours.includes(word) && !accepts(word));
  if (lacking.length > 0) yield `enum lacks ${list(lacking)}`;
  if (additional.length > 0) yield `enum has ${list(additional)}, unknown here`;
}

function* memberDifferences(member: string, ours: unknown, theirs: unknown): Generator<string> {
  if (ours === theirs) return;
  const here = ours === undefined ? 'here there is none' : `here ${show(ours)}`;
  yield theirs === undefined ? `has no ${member}, ${here}` : `${member} is ${show(theirs)}, ${here}`;
}

function list(words: readonly unknown[]): string {
  return words.map(show).join(', ');
}

function show(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? 'absent');
}
