/** Both ends of a long text: a name may be a megabyte, and an error has the whole value in it, before it says what is wrong with it. */
export function shortened(text: string): string {
  if (text.length <= textMax) return text;
  return `${text.slice(0, textMax / 2)}… (${text.length} characters) …${text.slice(-textMax / 2)}`;
}

const textMax = 300;
