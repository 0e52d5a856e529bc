import type { Scalar } from './tree.ts';

/**
 * A description as definitions have them: paragraphs with an empty line between, and code in single backquotes. Operators write
 * them as the specification does in its examples, folded, with some marks of reStructuredText.
 */
export function paragraphsOf({ text, isLiteral }: Scalar): string {
  // Folding leaves one line break where there was an empty line, and none elsewhere.
  const paragraphs = text.split(isLiteral ? /\n[ \t]*\n\s*/ : /\n\s*/);
  return paragraphs
    .map((paragraph) => withoutMarkup(paragraph.replace(/\s+/g, ' ').trim()))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function withoutMarkup(text: string): string {
  return text.replace(/``([^`]+)``/g, '`$1`').replace(/(?<!\w)\*\*([^\s*](?:[^*]*[^\s*])?)\*\*(?!\w)/g, '$1');
}
