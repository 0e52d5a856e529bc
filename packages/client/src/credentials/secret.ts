import { inspect } from 'node:util';

/** A password or the like. However it is printed, it is not shown. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Not to be shown to anybody. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return hidden;
  }

  toJSON(): string {
    return hidden;
  }

  [inspect.custom](): string {
    return hidden;
  }
}

const hidden = '***';
