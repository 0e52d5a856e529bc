import type { Inline, Paragraph } from './prose.ts';

const width = 119;

/** A paragraph in Markdown, as lines. Whatever it says is shown as it is; HTML is never made of it. */
export function markdownLines(paragraph: Paragraph, indent = ''): readonly string[] {
  const lines: string[] = [];
  for (const word of markdownWords(paragraph)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width)
      lines.push(`${indent}${atLineStart(word)}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Code between as many backquotes as it does not have in it itself. */
export function markdownCode(text: string): string {
  const runs = new Set(Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  let length = 1;
  while (runs.has(length)) length++;
  const fence = '`'.repeat(length);
  const padding = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${padding}${text}${padding}${fence}`;
}

/** What stands between blanks at which a line may end. Code is not broken. */
function markdownWords(paragraph: Paragraph): readonly string[] {
  const words = [''];
  for (const piece of paragraph) {
    const [first, ...others] =
      piece.kind === 'text' ? escapeText(piece.text).split(' ') : [markdownMarkup(piece)];
    words.push(`${words.pop()}${first}`, ...others);
  }
  return words.filter((word) => word !== '');
}

function markdownMarkup(piece: Exclude<Inline, { readonly kind: 'text' }>): string {
  if (piece.kind === 'code') return markdownCode(piece.text);
  // One of a family has no anchor of its own here.
  return `[${markdownCode(piece.text)}](#${(piece.to.family ?? piece.to).label})`;
}

function escapeText(text: string): string {
  return (
    text
      .replace(/[\\`*[\]<>&|~$]/g, '\\$&')
      // Inside a word it stands for itself.
      .replace(/(?<![a-zA-Z0-9])_|_(?![a-zA-Z0-9])/g, '\\_')
  );
}

/** What begins a line may be the beginning of a list or a heading, or underline what is above. */
function atLineStart(word: string): string {
  if (/^(?:[-+=#]|~)/.test(word)) return `\\${word}`;
  return word.replace(/^(\d+)([.)])/, '$1\\$2');
}
