import { suggestWord } from '../suggestions/suggest-word.ts';
import type { BooleanPair, WordPair } from './pairs.ts';
import { pythonText } from '../python/python-text.ts';
import { isTrue } from '../python/python-truth.ts';
import {
  extraSpec,
  flavorName,
  imageBoolean,
  imageName,
  imageText,
  type Report,
  type Server,
  type Unclear,
  unclear,
} from './server.ts';

/** What both say, or the one that says something; null when neither does. */
export function agreedBoolean(server: Server, pair: BooleanPair, report: Report): boolean | null | Unclear {
  const typed = extraSpec(server, pair.extraSpec);
  const ofImage = imageBoolean(server, pair.property);
  if (typed === null || ofImage === unclear) return ofImage;
  const ofFlavor = isTrue(typed);
  if (ofImage === null || ofImage === ofFlavor) return ofFlavor;
  const value = pythonText(ofImage);
  const text =
    pair.olderWording === undefined
      ? disagreement(server, pair.extraSpec, pythonText(ofFlavor), pair.property, `${value}.`)
      : disagreement(server, pair.extraSpec, typed, pair.olderWording, value);
  return report(server, { rule: pair.rule, key: pair.property, value, text });
}

/** The word that both say, or the one that says something; null when neither does. An empty text is not a word. */
export function agreedWord(server: Server, pair: WordPair, report: Report): string | null | Unclear {
  const ofFlavor = extraSpec(server, pair.extraSpec) || null;
  const ofImage = imageText(server, pair.property);
  if (ofImage === unclear) return unclear;
  if (ofFlavor !== null && ofImage !== null && ofImage !== '' && ofFlavor !== ofImage) {
    const text = disagreement(server, pair.extraSpec, ofFlavor, pair.property, `${ofImage}.`);
    return report(server, { rule: pair.rule, key: pair.property, value: ofImage, text });
  }
  const word = ofFlavor ?? ofImage;
  const { words, invalid } = pair;
  if (word === null || words === undefined || invalid === undefined || words.includes(word)) return word;
  return report(server, {
    rule: invalid.rule,
    key: pair.extraSpec,
    value: word,
    text: invalid.text(word, words.join(', ')),
    suggestion: suggestWord(word, words),
  });
}

/** The sentence for all of them. */
export function disagreement(
  server: Server,
  extraSpecKey: string,
  ofFlavor: string,
  property: string,
  ofImage: string,
): string {
  return (
    `Flavor ${flavorName(server)} has ${extraSpecKey} extra spec explicitly set to ${ofFlavor}, conflicting with ` +
    `image ${imageName(server)} which has ${property} explicitly set to ${ofImage}`
  );
}
