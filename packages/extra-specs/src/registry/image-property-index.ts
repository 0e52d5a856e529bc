import type { ImageProperty, ImagePropertyFamily } from '../definitions/image-property.ts';
import { compilePattern, type Pattern } from '../pattern.ts';
import { isPlain, patternOfTemplate } from './key-template.ts';

/** Finds the definition of an image property by its name, as it is used: `hw_numa_mem.0`. */
export class ImagePropertyIndex {
  readonly #plain = new Map<string, ImageProperty>();
  readonly #former = new Map<string, ImageProperty>();
  readonly #templates: (readonly [Pattern, ImageProperty])[] = [];

  constructor(families: readonly ImagePropertyFamily[]) {
    for (const property of families.flatMap(({ properties }) => properties)) {
      const { name, parameters = [], formerNames = [] } = property;
      if (isPlain(name)) this.#plain.set(name, property);
      else this.#templates.push([compilePattern(patternOfTemplate(name, parameters)), property]);
      for (const former of formerNames) this.#former.set(former, property);
    }
  }

  find(name: string): ImageProperty | null {
    return this.#plain.get(name) ?? this.#templates.find(([pattern]) => pattern.matches(name))?.[1] ?? null;
  }

  /** The property that had this name earlier. */
  findFormer(name: string): ImageProperty | null {
    return this.#former.get(name) ?? null;
  }

  /** The names that have no parameters. */
  get plainNames(): Iterable<string> {
    return this.#plain.keys();
  }
}

const indexes = new WeakMap<readonly ImagePropertyFamily[], ImagePropertyIndex>();

/** The index of a registry's image properties, made when it is first asked for. */
export function imagePropertiesOf({
  imageFamilies,
}: {
  readonly imageFamilies: readonly ImagePropertyFamily[];
}): ImagePropertyIndex {
  let index = indexes.get(imageFamilies);
  if (index === undefined) {
    index = new ImagePropertyIndex(imageFamilies);
    indexes.set(imageFamilies, index);
  }
  return index;
}
