/**
 * Which of the offered media types an Accept header takes, best first; offers are in order of preference. A range with parameters is taken
 * for one without, unless the service is exact: then it is for something that is not offered.
 */
export function acceptable(
  header: string | undefined,
  offers: readonly string[],
  { isExact = false }: { readonly isExact?: boolean } = {},
): string[] {
  if (header === undefined || header.trim() === '') return [...offers];
  const ranges = header.split(',').map((text) => parseRange(text, isExact));
  // A header that makes no sense says nothing.
  if (!ranges.every(({ type }) => mediaRange.test(type))) return [...offers];
  return offers
    .map((offer) => ({ offer, quality: qualityOf(offer, ranges) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ offer }) => offer);
}

const mediaRange = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;

interface Range {
  readonly type: string;
  readonly quality: number;
}

function parseRange(text: string, isExact: boolean): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const isQuality = (parameter: string) => /^q\s*=/i.test(parameter);
  if (isExact && parameters[0] !== undefined && !isQuality(parameters[0]))
    return { type: type.toLowerCase(), quality: 0 };
  const quality = parameters.find(isQuality)?.split('=')[1];
  const number = quality === undefined ? 1 : Number(quality);
  return { type: type.toLowerCase(), quality: Number.isFinite(number) ? number : 1 };
}

/** The most exact range that covers the offer decides. */
function qualityOf(offer: string, ranges: readonly Range[]): number {
  const anyOfKind = `${offer.split('/')[0]}/*`;
  for (const type of [offer, anyOfKind, '*/*']) {
    const matching = ranges.filter((range) => range.type === type);
    if (matching.length > 0) return Math.max(...matching.map(({ quality }) => quality));
  }
  return 0;
}
