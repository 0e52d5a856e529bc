import { suggestWord } from '../suggestions/suggest-word.ts';
import { pythonInteger } from '../python/python-integer.ts';
import { pythonText } from '../python/python-text.ts';
import { isTrue } from '../python/python-truth.ts';
import {
  extraSpec,
  imageBoolean,
  imageText,
  once,
  refuse,
  type Server,
  type Unclear,
  unclear,
} from './server.ts';

const extraSpecKey = 'hw:mem_page_size';
const property = 'hw_mem_page_size';

/** These stand for a choice of the host, and are numbers like the others to the original. */
const small = -1;
const large = -2;
const any = -3;

/** In KB. Zero, if not null, is a size that means nothing. */
export type PageSize = bigint | number;

/** The image may choose where the flavor leaves the choice. */
export const pageSize = once((server: Server): PageSize | null | Unclear => {
  const ofFlavor = extraSpec(server, extraSpecKey) || null;
  const ofImage = imageText(server, property);
  const size = ofFlavor === null ? null : sizeIn(server, extraSpecKey, ofFlavor);
  if (ofImage === unclear || size === unclear) return unclear;
  if (ofImage === null || ofImage === '') return size;
  // Not only the words: `-2KB` is the same number as `large`.
  if (size === any || size === large) return sizeIn(server, property, ofImage);
  return refuse(server, {
    rule: 'memory-page-size-forbidden',
    key: property,
    value: ofImage,
    text: `Page size ${ofImage} forbidden against '${ofFlavor ?? '<empty>'}'`,
  });
});

/** Memory that may not be swapped has to be counted in pages. */
export function lockedMemory(server: Server): void {
  const typed = extraSpec(server, 'hw:locked_memory');
  const ofFlavor = typed === null ? null : isTrue(typed);
  const ofImage = imageBoolean(server, 'hw_locked_memory');
  if (ofImage === unclear) return;
  if (ofFlavor !== null && ofImage !== null && ofFlavor !== ofImage) {
    const value = pythonText(ofImage);
    refuse(server, {
      rule: 'flavor-image-locked-memory-conflict',
      key: 'hw_locked_memory',
      value,
      text:
        `locked_memory value in image (${value}) and flavor (${pythonText(ofFlavor)}) conflict. ` +
        'A consistent value is expected if both specified.',
    });
    return;
  }
  const pages = extraSpec(server, extraSpecKey) || imageText(server, property);
  if ((ofFlavor ?? ofImage) !== true || pages) return;
  refuse(server, {
    rule: 'lock-memory-forbidden',
    key: ofFlavor === null ? 'hw_locked_memory' : 'hw:locked_memory',
    value: typed ?? 'True',
    text: 'locked_memory value in image or flavor is forbidden when mem_page_size is not set.',
  });
}

function sizeIn(server: Server, key: string, request: string): PageSize | Unclear {
  const size = words.get(request) ?? kilobytes(request);
  return (
    size ??
    refuse(server, {
      rule: 'memory-page-size-invalid',
      key,
      value: request,
      text: `Invalid memory page size '${request}'`,
      suggestion: suggestWord(request, [...words.keys()]),
    })
  );
}

const words: ReadonlyMap<string, number> = new Map([
  ['small', small],
  ['large', large],
  ['any', any],
]);

const exponents: ReadonlyMap<string, number> = new Map([
  ['', 0],
  ['K', 1],
  ['M', 2],
  ['G', 3],
  ['T', 4],
]);

/** A number alone is in KB; otherwise there has to be a unit, of which a small `b` means bits. Null for anything else. */
function kilobytes(request: string): PageSize | null {
  if (/^\p{Nd}+$/u.test(request)) return pythonInteger(request);
  const match = /^([-+]?(?:\p{Nd}*\.)?\p{Nd}+)(?:([KMGT])i?)?(b|bit|B)\n?$/u.exec(request);
  if (match === null) return null;
  const digits = match[1] as string;
  const unit = match[3] as string;
  const magnitude = Number(digits.replace(/\p{Nd}/gu, (digit) => String(pythonInteger(digit))));
  const exponent = exponents.get(match[2] ?? '') as number;
  const bytes = (unit === 'B' ? magnitude : magnitude / 8) * 1024 ** exponent;
  return Number.isFinite(bytes) ? Math.ceil(bytes) / 1024 : null;
}
