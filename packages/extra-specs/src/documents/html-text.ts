import type { Inline, Paragraph } from './prose.ts';

/** A text where HTML has text or the value of an attribute in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function htmlCode(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

export function htmlLine(paragraph: Paragraph): string {
  return paragraph.map(htmlPiece).join('');
}

function htmlPiece(piece: Inline): string {
  if (piece.kind === 'text') return escapeHtml(piece.text);
  if (piece.kind === 'code') return htmlCode(piece.text);
  return `<a href="${hrefTo(piece.to.fragment)}">${htmlCode(piece.text)}</a>`;
}

export function hrefTo(fragment: string): string {
  return `#${escapeHtml(fragment)}`;
}
