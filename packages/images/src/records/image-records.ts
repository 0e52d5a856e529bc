import { inOrderOfKeys } from '@berth/api-kit/json/in-order-of-keys.ts';
import { type JsonObject, Malformed, textAt } from '@berth/api-kit/json/json-reading.ts';
import type { ImagesChange } from '../domain/changes.ts';
import type { Image } from '../domain/image.ts';
import { imageProblems } from './image-shape.ts';

export interface ImageRecord {
  readonly kind: 'image';
  readonly image: Image;
}

interface Problem {
  readonly text: string;
  readonly allowance: null;
}

/** What whoever moves and checks ledgers has to know of images: a line each, with all that is said of it. What it holds is in its file, which is not moved. */
export const imageRecords = {
  kinds: { image: 'image' },
  *recordsOf(state: Iterable<ImagesChange>): Generator<ImageRecord> {
    for (const change of state) {
      if (change.kind !== 'image-set') throw new Error(`a stored state is not made by ${change.kind}`);
      yield { kind: 'image', image: change.image };
    }
  },
  changesOf: ({ image }: ImageRecord): readonly ImagesChange[] => [{ kind: 'image-set', image }],
  encode({ image: { id, ...rest } }: ImageRecord): string {
    return JSON.stringify({ image: id, ...(inOrderOfKeys(rest) as object) });
  },
  decode({ image: _, ...rest }: JsonObject): ImageRecord {
    if (Object.hasOwn(rest, 'id')) throw new Malformed("its id is what 'image' says");
    // Whether it is one is a rule.
    return { kind: 'image', image: { id: textAt({ image: _ }, 'image'), ...rest } as unknown as Image };
  },
  describe: ({ image: { id } }: ImageRecord) => `image ${id}`,
  isCatalog: () => false,
  isStandard: () => false,
  counted: ['images'],
  countsOf: () => ({ images: 1 }),
  describeCounts: ({ images = 0 }: Readonly<Record<string, number>>) =>
    images > 0 ? `${images} images` : '',
  allowances: [],
  ruleProblems: ({ image }: ImageRecord) => imageProblems(image),
  newCheck: () => new ImageRecordCheck(),
};

/** Each image obeys the rules, none is there twice, and no two have one file. */
class ImageRecordCheck {
  readonly #seen = new Set<string>();

  *problemsOf({ image }: ImageRecord): Generator<Problem> {
    const broken = [...imageProblems(image)];
    for (const text of broken) yield { text, allowance: null };
    if (broken.length > 0) return;
    const { id, content } = image;
    for (const what of [`image ${id}`, ...(content ? [`the file ${content.fileId}`] : [])]) {
      if (this.#seen.has(what)) yield { text: `${what} is there twice`, allowance: null };
      this.#seen.add(what);
    }
  }

  *problemsOfAll(): Generator<Problem> {}
}
