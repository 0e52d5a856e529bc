/**
 * Whether a name has a pattern in it as SQL's LIKE finds it, with which the original looks: `_` is any character, `%` any number of them, and letters of
 * ASCII are the same in both cases. Each part between two `%` is looked for from where the one before has ended: the first place is as good as any.
 */
export function hostnameLike(pattern: string): (name: string) => boolean {
  const parts = lowered(pattern).split('%');
  return (name) => {
    const text = lowered(name);
    let from = 0;
    for (const part of parts) {
      const at = placeOf(part, text, from);
      if (at < 0) return false;
      from = at + part.length;
    }
    return true;
  };
}

function placeOf(part: string, text: string, from: number): number {
  for (let at = from; at + part.length <= text.length; at++) if (isAt(part, text, at)) return at;
  return -1;
}

function isAt(part: string, text: string, at: number): boolean {
  for (let index = 0; index < part.length; index++) {
    if (part[index] !== '_' && part[index] !== text[at + index]) return false;
  }
  return true;
}

function lowered(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
