/** A text of somebody else's in a message of ours: on one line, not too long, and without anything that moves a cursor. */
export function quote(text: string): string {
  return `'${onOneLine(text, 60)}'`;
}

/** A text of several lines, whole, without anything else that moves a cursor. */
export function visibleLines(text: string): string {
  return text
    .split('\n')
    .map((line) => onOneLine(line, Number.MAX_SAFE_INTEGER))
    .join('\n');
}

export function onOneLine(text: string, most: number): string {
  const cut = text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
  return cut.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${hex(character)}}`);
}

function hex(character: string): string {
  return (character.codePointAt(0) as number).toString(16);
}
