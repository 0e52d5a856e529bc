import { type TextPlace, TextStore } from './text-store.ts';

/** Texts of which many are the same, each kept once. It forgets which there are when they are more than a bound; what comes afterwards is shared among itself. */
export class SharedTexts {
  readonly #texts = new TextStore();
  readonly #places = new Map<string, TextPlace>();
  #characters = 0;

  put(text: string): TextPlace {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#characters += text.length;
    if (this.#characters > charactersMax) {
      this.#places.clear();
      this.#characters = text.length;
    }
    const place = this.#texts.put(text);
    this.#places.set(text, place);
    return place;
  }

  read(place: TextPlace): string {
    return this.#texts.read(place);
  }
}

const charactersMax = 32 * 1024 * 1024;
