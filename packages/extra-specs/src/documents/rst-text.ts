import type { Inline, Paragraph } from './prose.ts';

/** Our lines are as wide as those of the documents that they go into. */
const width = 79;

/** A paragraph in reStructuredText, as lines. Whatever it says is shown as it is. */
export function rstLines(paragraph: Paragraph, indent = ''): readonly string[] {
  const lines: string[] = [];
  for (const word of rstWords(paragraph)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width)
      lines.push(`${indent}${atLineStart(word)}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Code, which is shown as it is: backslashes are backslashes. */
export function rstCode(text: string): string {
  // Two backquotes would end it. In a role they can be escaped, as anything else then has to be.
  if (!text.includes('``') && !text.endsWith('`')) return `\`\`${text}\`\``;
  return `:literal:\`${text.replace(/[\\`]/g, '\\$&')}\``;
}

/** What stands between blanks at which a line may end. */
function rstWords(paragraph: Paragraph): readonly string[] {
  const words = [''];
  let isAfterMarkup = false;
  for (const piece of paragraph) {
    const isMarkup = piece.kind !== 'text';
    const [first = '', ...others] = isMarkup ? [rstMarkup(piece)] : escapeText(piece.text).split(' ');
    const before = words.pop() as string;
    words.push(glue(before, first, isMarkup, isAfterMarkup), ...others);
    isAfterMarkup = isMarkup;
  }
  return words.filter((word) => word !== '');
}

/** Markup stands between blanks, or next to punctuation. An escaped blank counts as one and is not shown. */
function glue(before: string, after: string, isMarkup: boolean, isAfterMarkup: boolean): string {
  const isNextToText = (isMarkup || isAfterMarkup) && before !== '' && after !== '';
  const isFine = !isMarkup && /^[\\.,:;!?)]/.test(after);
  return isNextToText && !isFine ? `${before}\\ ${after}` : `${before}${after}`;
}

function rstMarkup(piece: Exclude<Inline, { readonly kind: 'text' }>): string {
  if (piece.kind === 'code') return rstCode(piece.text);
  return `:ref:\`${piece.text.replace(/[\\`<>]/g, '\\$&')} <${piece.to.label}>\``;
}

function escapeText(text: string): string {
  return (
    text
      .replace(/[\\*`|]/g, '\\$&')
      // At the end of a word it would make a reference of it.
      .replace(/_(?![a-zA-Z0-9])/g, '\\_')
      // Addresses of all kinds are found in plain text. Two colons at the end announce an example.
      .replace(/:(?! |$)|@/g, '\\$&')
  );
}

/** What begins a line may be the beginning of a list, a comment or a table, or underline what is above. */
function atLineStart(word: string): string {
  // A line of nothing but backslashes is a line across the page.
  if (/^\\+$/.test(word)) return `\\ ${word}`;
  const isMarkup = /^(?:\\|``|:(?:literal|ref):`)/.test(word);
  const isNumber = /^(?:\d+|[a-zA-Z]|[ivxlcdm]+|[IVXLCDM]+)[.)]$/.test(word);
  return (/^[!-/:-@[-`{-~]/.test(word) && !isMarkup) || isNumber ? `\\${word}` : word;
}
