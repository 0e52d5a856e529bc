import { nearestInstance } from './nearest-instance.ts';

/** The word that was probably meant: the same but for case, or the nearest; null when none is near. */
export function suggestWord(
  text: string,
  words: readonly string[],
  mostSlips = Number.MAX_SAFE_INTEGER,
): string | null {
  if (text.length > 64) return null;
  const typed = text.trim().toLowerCase();
  let best: { readonly word: string; readonly distance: number } | null = null;
  for (const word of words) {
    const most = Math.min(mostSlips, Math.max(1, Math.ceil(word.length / 3)));
    if (Math.abs(word.length - typed.length) > most) continue;
    const instance = nearestInstance(typed, Array.from(word.toLowerCase()), most);
    if (instance === null || instance.distance >= word.length) continue;
    if (best === null || instance.distance < best.distance) best = { word, distance: instance.distance };
  }
  return best?.word ?? null;
}
