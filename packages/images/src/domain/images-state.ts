import type { Image, ImageId } from './image.ts';
import { propertiesLength } from './properties-length.ts';

/** What the image service knows. Only `apply` changes it. */
export class ImagesState {
  readonly #byId = new Map<ImageId, Image>();
  #contentBytes = 0;
  #describedLength = 0;

  get size(): number {
    return this.#byId.size;
  }

  /** Of all images together. Always the sum over their contents. */
  get contentBytes(): number {
    return this.#contentBytes;
  }

  /** Of what is said of all images together, in characters. Always the sum over their properties. */
  get describedLength(): number {
    return this.#describedLength;
  }

  get(id: string): Image | undefined {
    return this.#byId.get(id as ImageId); // Whatever is no id is nobody's.
  }

  /** In the order in which they were first put. */
  values(): IterableIterator<Image> {
    return this.#byId.values();
  }

  /** Gives what was there under the id before. */
  put(image: Image): Image | undefined {
    const before = this.#byId.get(image.id);
    this.#contentBytes += bytesOf(image) - bytesOf(before);
    this.#describedLength += lengthOf(image) - lengthOf(before);
    this.#byId.set(image.id, image);
    return before;
  }

  /** Gives what was there; undefined where nothing was. */
  remove(id: ImageId): Image | undefined {
    const before = this.#byId.get(id);
    this.#contentBytes -= bytesOf(before);
    this.#describedLength -= lengthOf(before);
    this.#byId.delete(id);
    return before;
  }
}

/** The same for everybody else. */
export type Images = Pick<ImagesState, 'size' | 'contentBytes' | 'describedLength' | 'get' | 'values'>;

function lengthOf(image: Image | undefined): number {
  return image === undefined ? 0 : propertiesLength(image);
}

function bytesOf(image: Image | undefined): number {
  return image?.content?.sizeBytes ?? 0;
}
