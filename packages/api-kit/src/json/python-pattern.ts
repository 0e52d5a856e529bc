/**
 * A regular expression of Python's, for `test` in the sense of `re.search`. Takes what reads the same in
 * both languages, and two things that do not: `$`, which in Python also stands before a final line feed, and
 * `.`, which there is anything but a line feed. Everything else that differs throws, when a schema is
 * compiled.
 */
export function pythonPattern(source: string): RegExp {
  let translated = '';
  let isInClass = false;
  for (let index = 0; index < source.length; index++) {
    const character = source.charAt(index);
    if (character === '\\') {
      index++;
      translated += escapeSequence(source, index);
    } else if (isInClass) {
      if (character === ']') isInClass = false;
      translated += character;
    } else if (character === '[') {
      const opening = /^\[\^?/.exec(source.slice(index))?.[0] ?? character;
      if (source[index + opening.length] === ']') refuse(source, `'${opening}]'`);
      isInClass = true;
      translated += opening;
      index += opening.length - 1;
    } else if (source.startsWith('(?', index)) {
      if (!/^\(\?(?:[:=!]|<[=!])/.test(source.slice(index, index + 4)))
        refuse(source, `'${source.slice(index, index + 3)}'`);
      translated += character;
    } else {
      translated += meaning.get(character) ?? character;
    }
  }
  return new RegExp(translated, 'u');
}

const meaning: ReadonlyMap<string, string> = new Map([
  ['$', '(?=\\n?$)'],
  ['.', '[^\\n]'],
]);

function escapeSequence(source: string, index: number): string {
  const escaped = source.charAt(index);
  if ('nrtfv'.includes(escaped) && escaped !== '') return `\\${escaped}`;
  // An escaped sign stands for itself, though JavaScript wants no backslash before some of them.
  if (/^[!-/:-@[-`{-~ ]$/.test(escaped)) return `\\u{${escaped.charCodeAt(0).toString(16)}}`;
  return refuse(source, `'\\${escaped}'`);
}

function refuse(source: string, part: string): never {
  throw new Error(`the pattern ${JSON.stringify(source)} has ${part}, which JavaScript reads differently`);
}
