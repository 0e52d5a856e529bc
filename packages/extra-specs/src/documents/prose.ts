import { anyName } from './families.ts';
import type { Place } from './places.ts';
import { visibleCode, visibleProse } from './visible-text.ts';

/** A piece of a line. None of its texts has a line break, a control character or any markup. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  /** The name of an entry of the document, shown as code. */
  | { readonly kind: 'link'; readonly text: string; readonly to: Place };

export type Paragraph = readonly Inline[];

/** Where a name that a text mentions is described; null when it is not, or needs no link. */
export type PlaceOf = (name: string) => Place | null;

/** A text of a definition: paragraphs with an empty line between them, and code in backquotes, one or more at each end. */
export function readProse(text: string, placeOf: PlaceOf): readonly Paragraph[] {
  return text
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
    .map((paragraph) => readLine(paragraph, placeOf))
    .filter((paragraph) => paragraph.length > 0);
}

/** The same where there is only one paragraph to show. */
export function readLine(source: string, placeOf: PlaceOf): Paragraph {
  const line = visibleProse(source);
  const pieces: Inline[] = [];
  let end = 0;
  for (const match of line.matchAll(/(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/g)) {
    const content = visibleCode((match[2] as string).trim());
    if (content === '') continue;
    if (match.index > end) pieces.push(words(line.slice(end, match.index)));
    pieces.push(mention(content, placeOf));
    end = match.index + match[0].length;
  }
  if (end < line.length) pieces.push(words(line.slice(end)));
  return pieces;
}

export function words(text: string): Inline {
  return { kind: 'text', text };
}

/** A value or a pattern as it is written. */
export function code(text: string): Inline {
  return text === '' ? words('the empty text') : { kind: 'code', text: visibleCode(text) };
}

/** A name, with a link where it is described. */
export function named(name: string, place: Place | null): Inline {
  return place === null ? code(name) : { kind: 'link', text: visibleCode(name), to: place };
}

/** `a`, `b` or `c`. */
export function listed(pieces: readonly Inline[], last: 'and' | 'or' | ','): Paragraph {
  return pieces.flatMap((piece, index) => {
    if (index === 0) return [piece];
    const isLast = index === pieces.length - 1 && last !== ',';
    return [words(isLast ? ` ${last} ` : ', '), piece];
  });
}

/** A line that follows another one, if there is one. */
export function spaced(line: Paragraph): Paragraph {
  return line.length === 0 ? [] : [words(' '), ...line];
}

/** What stands above the names of a family. */
export const membersTitle: Paragraph = [
  { kind: 'code', text: anyName },
  { kind: 'text', text: ' is one of these:' },
];

/** A name, and what it means if that has to be said. */
export function described(name: string, description: Paragraph): Paragraph {
  const title: Inline = { kind: 'code', text: name };
  return description.length === 0 ? [title] : [title, words(': '), ...description];
}

export function plainText(paragraph: Paragraph): string {
  return paragraph.map(({ text }) => text).join('');
}

/** `hw:cpu_policy`, and `hw:cpu_policy=dedicated` as well. */
function mention(content: string, placeOf: PlaceOf): Inline {
  const place = placeOf(content) ?? placeOf(content.replace(/=.*$/, ''));
  return place === null ? { kind: 'code', text: content } : { kind: 'link', text: content, to: place };
}
