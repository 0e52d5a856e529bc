/** The text of a definition without its markup, in one paragraph: Glance has no markup. */
export function plainText(text: string): string {
  return text
    .replaceAll(/`([^`]*)`/g, "'$1'")
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The text cut to a length, if need be, after the last whole sentence that fits; or after the last word. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length + 1);
  const sentences = /^.*[.!?](?=\s)/s.exec(start)?.[0];
  if (sentences !== undefined) return sentences;
  const words = start.slice(0, length).replace(/\s+\S*$/, '');
  return `${words.slice(0, length - 1)}…`;
}
