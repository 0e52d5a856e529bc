/**
 * Texts as they can be shown. Definitions may come from anybody, and some characters would do something instead of being seen:
 * break a line where a format gives lines a meaning, or turn the order of what follows around.
 */

/** A sentence or several: blanks and controls of all kinds, and as many as there are, are one space. */
export function visibleProse(text: string): string {
  return withoutTricks(text.replace(/[\s\p{Cc}]+/gu, ' ')).trim();
}

/** A value, a pattern or a name, in which every character counts: what cannot be seen is shown by a sign that stands for it. */
export function visibleCode(text: string): string {
  const seen = text.replace(/\p{Cc}|[^\S ]/gu, (unseen) => pictures.get(unseen) ?? '\ufffd');
  return withoutTricks(seen).replace(/^ | $/g, '\u2423');
}

/** The pictures of controls stand in the order of the controls. */
const pictures: ReadonlyMap<string, string> = new Map(
  Array.from({ length: 0x20 }, (_, code) => [
    String.fromCodePoint(code),
    String.fromCodePoint(0x2400 + code),
  ]),
);

/** Marks that change the direction, and halves of characters. */
function withoutTricks(text: string): string {
  return text.toWellFormed().replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
