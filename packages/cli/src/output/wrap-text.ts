/** Lines of at most so many characters, broken as Python's `textwrap.fill` does: at blanks and hyphens, and within long words. */
export function wrapText(text: string, width: number): readonly string[] {
  const chunks = chunksOf(expandTabs(text).replace(/[\t\n\v\f\r ]/g, ' ')).reverse();
  const lines: string[] = [];
  while (chunks.length > 0) {
    const line: string[] = [];
    let length = 0;
    if (isBlank(chunks.at(-1)) && lines.length > 0) chunks.pop();
    while (chunks.length > 0) {
      const next = chunks.at(-1) ?? '';
      if (length + lengthOf(next) > width) break;
      line.push(next);
      length += lengthOf(next);
      chunks.pop();
    }
    const long = chunks.at(-1);
    if (long !== undefined && lengthOf(long) > width) {
      const [head, rest] = broken(long, width - length);
      line.push(head);
      chunks[chunks.length - 1] = rest;
    }
    if (isBlank(line.at(-1))) line.pop();
    if (line.length > 0) lines.push(line.join(''));
  }
  return lines;
}

function expandTabs(text: string): string {
  let column = 0;
  let out = '';
  for (const character of text) {
    const written = character === '\t' ? ' '.repeat(8 - (column % 8)) : character;
    out += written;
    column = /[\n\r]/.test(character) ? 0 : column + Array.from(written).length;
  }
  return out;
}

const word = '[\\p{L}\\p{N}_!"\'&.,?]';
const letter = '[\\p{L}_]';
/** Blanks; dashes between words; and words, which end behind a hyphen that letters are on both sides of. */
const chunk = new RegExp(
  `( +|(?<=${word})-{2,}(?=[\\p{L}\\p{N}_])|[^ ]+?(?:-(?:(?<=${letter}{2}-)|(?<=${letter}-${word}-))(?=${letter}-?${letter})|(?= |$)|(?<=${word})(?=-{2,}[\\p{L}\\p{N}_])))`,
  'gu',
);

function chunksOf(text: string): string[] {
  return text.split(chunk).filter((part) => part !== undefined && part !== '');
}

/** As much of a word as there is room for, up to its last hyphen if it has one. */
function broken(long: string, room: number): [head: string, rest: string] {
  const characters = Array.from(long);
  let end = room;
  if (characters.length > room) {
    const hyphen = characters.slice(0, room).lastIndexOf('-');
    if (hyphen > 0 && characters.slice(0, hyphen).some((each) => each !== '-')) end = hyphen + 1;
  }
  return [characters.slice(0, end).join(''), characters.slice(end).join('')];
}

function isBlank(chunk: string | undefined): boolean {
  return chunk !== undefined && chunk.trim() === '';
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
