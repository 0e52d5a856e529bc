import type { History, Microversions, VersionIndex } from './microversions.ts';
import type { ApiRequest } from './request.ts';

export interface VersionHeaderOptions {
  /** In lower case. */
  readonly name: string;
  readonly versions: Microversions<History>;
  /** The version in the header's value, where there is one that counts for this service: see below. */
  readonly wordIn: (value: string) => string | undefined;
  /** What a version means that is not written as in the history; throws where there is none like it. */
  readonly unusual: (asked: string) => VersionIndex;
}

/** A header in which clients name a version. What it means is kept: clients send the same few. */
export class VersionHeader {
  readonly #options: VersionHeaderOptions;
  readonly #known = new Map<string, VersionIndex | null>();

  constructor(options: VersionHeaderOptions) {
    this.#options = options;
  }

  /** Null where it names none for this service. */
  in(headers: ApiRequest['headers']): VersionIndex | null {
    const value = headers[this.#options.name];
    if (value === undefined) return null;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const version = this.#read(value);
    // One version can be written in many ways, and what is kept must not grow with them.
    if (this.#known.size < 100 && value.length < 100) this.#known.set(value, version);
    return version;
  }

  #read(value: string): VersionIndex | null {
    const { versions, wordIn, unusual } = this.#options;
    const asked = wordIn(value);
    if (asked === undefined) return null;
    if (asked === 'latest') return versions.indexOf(versions.newest);
    return versions.find(asked) ?? unusual(asked);
  }
}

/** The last word for a service in a header such as 'compute 2.1, placement 1.39'. */
export function wordFor(service: string): VersionHeaderOptions['wordIn'] {
  return (value) => {
    for (const part of value.split(',').reverse()) {
      const [name = '', ...rest] = part.trim().split(/\s+/);
      if (name.toLowerCase() === service && rest.length > 0) return rest.join(' ');
    }
    return undefined;
  };
}

/** The last word in a header that is for one service only. */
export function lastWord(value: string): string {
  return value.slice(value.lastIndexOf(',') + 1).trim();
}
