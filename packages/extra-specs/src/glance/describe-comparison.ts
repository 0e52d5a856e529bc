import type { Comparison, Difference, Missing, PlaceInFile } from './compare-metadefs.ts';

/** A comparison for people: by file what is in it, then what is in none. */
export function describeComparison({ differences, notCompared }: Comparison): string {
  const malformed = differences.filter((each) => each.kind === 'malformed');
  const missing = differences.filter((each) => each.kind === 'missing');
  const inFiles = differences.filter((each) => each.kind !== 'malformed' && each.kind !== 'missing');
  const blocks = [
    ...malformed.map(({ file, text }) => `${file}\n  cannot be compared: ${text}\n`),
    ...[...Map.groupBy(inFiles, ({ file }) => file)].map(([file, own]) => `${file}\n${fileLines(own)}`),
    ...[...Map.groupBy(missing, ({ resourceType }) => resourceType)].map(
      ([resourceType, own]) => `in no file, for ${resourceType}\n${own.map(missingLines).join('')}`,
    ),
    ...(notCompared.length > 0 ? [`not compared: ${notCompared.join(', ')}\n`] : []),
    amount(differences),
  ];
  return blocks.join('\n');
}

type InFile = Extract<Difference, PlaceInFile>;

/** What is to be said in the same words about a property of several resource types is said once. */
function fileLines(differences: readonly InFile[]): string {
  const isStrange = (each: InFile): boolean => each.kind === 'unknown' && each.suggestion === null;
  const strange = new Set(differences.filter(isStrange).map(fullName));
  const others = differences.filter((each) => !isStrange(each));
  const groups = Map.groupBy(others, (each) => `${each.name}\n${say(each)}`);
  return [
    ...[...groups.values()].map((group) => {
      const names = [...new Set(group.map(fullName))].join(', ');
      return `  ${names}: ${say(group[0] as InFile)}\n`;
    }),
    ...(strange.size > 0 ? ['  not known here:\n', wrap([...strange], '    ')] : []),
  ].join('');
}

function say(difference: InFile): string {
  if (difference.kind === 'unknown') return `is not known here; perhaps '${difference.suggestion}' is meant`;
  return difference.kind === 'renamed' ? `is a former name of '${difference.current}'` : difference.text;
}

/** More than these are not listed where there are no others. */
const listed = 20;

function missingLines({ prefix, names, isAll }: Missing): string {
  if (isAll && names.length > listed) return `  ${prefix}… (all ${names.length})\n`;
  const whole = names.map((name) => `${prefix}${name}`);
  return wrap(whole, '  ');
}

const lineLength = 110;

function wrap(words: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const longer = `${line}, ${word}`;
    if (line === undefined || indent.length + longer.length > lineLength) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return `${indent}${lines.join(`,\n${indent}`)}\n`;
}

function fullName({ prefix, name }: PlaceInFile): string {
  return `${prefix}${name}`;
}

function amount(differences: readonly Difference[]): string {
  let count = 0;
  for (const each of differences) count += each.kind === 'missing' ? each.names.length : 1;
  if (count === 0) return 'no differences\n';
  return count === 1 ? '1 difference\n' : `${count} differences\n`;
}
