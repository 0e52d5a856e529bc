import { type JsonObject, Malformed, objectOf, textAt } from '@berth/api-kit/json/json-reading.ts';
import { history } from '@berth/compute/http/versions.ts';
import {
  type ReaderOptions,
  type SourceAnswer,
  SourceFailure,
  SourceReader,
  SourceRefusal,
} from '../source-reader.ts';

export interface NovaClientOptions extends ReaderOptions {
  /** The longest list that is taken, as long as no other answer is read beside it. */
  readonly listMaxBytes: number;
  /** The longest answer of those that are read beside each other. */
  readonly thingMaxBytes: number;
}

/** Server groups have had one policy with its rules since then, and key pairs, hypervisors and services what is read of them. */
const minorMin = 64;
const newestMinor = minorOf(history.at(-1)?.[0] ?? '') ?? minorMin;

/** What is read of several users, projects or servers at one time. */
const besideOthers = /^\/(os-keypairs|os-quota-sets|servers\/[^/?]+\/)/;

/** A list was read in pages and has changed between them, so that what was read is not the whole of it. */
export class ListMoved extends Error {}

/** Reads from a Nova, at the newest microversion that it and we know, or at an older one that shows what newer ones do not. */
export class NovaClient {
  readonly #reader: SourceReader;
  readonly #options: NovaClientOptions;
  /** As in the header: '2.93'. */
  #version = '2.1';
  /** What stands between the address and all paths: the version, or a project. */
  #prefix: string;

  private constructor(options: NovaClientOptions) {
    // An address may end with a project, as catalogs have it: who tells the versions is above that.
    const [, above = '', project = ''] =
      /^(.*\/v2(?:\.1)?)(\/[^/]+)$/.exec(options.url.replace(/\/+$/, '')) ?? [];
    this.#reader = new SourceReader('Nova', project === '' ? options : { ...options, url: above });
    this.#prefix = project;
    this.#options = options;
  }

  static async connect(options: NovaClientOptions): Promise<NovaClient> {
    const client = new NovaClient(options);
    await client.#negotiate();
    return client;
  }

  get url(): string {
    return this.#reader.url;
  }

  get version(): string {
    return this.#version;
  }

  /** Null for what does not exist (404). */
  async find(path: string, version = this.#version): Promise<JsonObject | null> {
    const at = `compute ${version}`;
    const { listMaxBytes, thingMaxBytes } = this.#options;
    const maxBytes = besideOthers.test(path) ? thingMaxBytes : listMaxBytes;
    const answer = await this.#reader.find(`${this.#prefix}${path}`, at, maxBytes);
    return answer === null ? null : objectOf(answer.json, 'the answer');
  }

  async get(path: string, version = this.#version): Promise<JsonObject> {
    const answer = await this.find(path, version);
    if (answer === null) throw this.#reader.failure(`GET ${this.url}${this.#prefix}${path}: 404`);
    return answer;
  }

  /** One page of a list behind the thing that the marker names. Throws a `ListMoved` where that is not there any more. */
  async page(asked: PageAsked): Promise<Page> {
    const page = await this.pageIfThere(asked);
    if (page === null) throw this.#reader.failure(`GET ${this.url}${this.#prefix}${asked.path}: 404`);
    return page;
  }

  /** Null where that of which it is a list is gone. */
  async pageIfThere({ path, key, linksKey, version, marker }: PageAsked): Promise<Page | null> {
    const first = `${path}${path.includes('?') ? '&' : '?'}limit=${pageSize}`;
    const behind = marker === null ? '' : `&marker=${encodeURIComponent(marker)}`;
    try {
      const answer = await this.find(`${first}${behind}`, version);
      if (answer === null) return null;
      return { things: thingsAt(answer, key), hasMore: (linksKey ?? `${key}_links`) in answer };
    } catch (error) {
      if (error instanceof SourceRefusal && error.status === 400 && marker !== null) {
        throw new ListMoved(error.message, { cause: error });
      }
      throw error;
    }
  }

  /** All pages of a list, each before the next is asked for. `idOf` is what a marker says. */
  async *pages(
    path: string,
    key: string,
    idOf: (thing: JsonObject) => string,
    version = this.#version,
  ): AsyncGenerator<readonly JsonObject[]> {
    for (let marker: string | null = null; ; ) {
      const { things, hasMore }: Page = await this.page({ path, key, version, marker });
      yield things;
      const last = things.at(-1);
      if (!hasMore || last === undefined) return;
      marker = idOf(last);
    }
  }

  async #negotiate(): Promise<void> {
    const said = await this.#reader.get('/', 'compute 2.1', this.#options.thingMaxBytes);
    const { prefix, newest } = versionIn(said);
    const minor = minorOf(newest ?? '');
    if (minor === null) throw this.#reader.failure(`${this.url} does not tell its versions`);
    if (minor < minorMin) {
      throw new SourceFailure(
        `${this.url} knows microversions up to ${newest}, and it takes 2.${minorMin} to read all that is imported.`,
      );
    }
    this.#prefix = `${prefix}${this.#prefix}`;
    this.#version = `2.${Math.min(minor, newestMinor)}`;
  }
}

export interface PageAsked {
  readonly path: string;
  /** What the list is called in the answer. */
  readonly key: string;
  /** What says where it goes on, where that is not called after the list. */
  readonly linksKey?: string;
  readonly version: string;
  /** Null: the first page. */
  readonly marker: string | null;
}

export interface Page {
  readonly things: readonly JsonObject[];
  readonly hasMore: boolean;
}

/** Reads a list from its beginning again when it has moved, so often and no more. What is done with a page is done again. */
export async function inWholeList(read: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ListMoved)) throw error;
      if (attempt === attemptsMax) {
        throw new SourceFailure(`A list did not hold still while it was read, ${attempt} times.`, {
          cause: error,
        });
      }
    }
  }
}

const attemptsMax = 5;
/** What Nova gives at most, unless it is set otherwise. */
const pageSize = 1000;

export function thingsAt(answer: JsonObject, key: string): readonly JsonObject[] {
  const things = answer[key];
  if (!Array.isArray(things)) throw new Malformed(`'${key}' is not a list`);
  return things.map((each) => objectOf(each, `what is in '${key}'`));
}

/** Of one version, or the newest of several, below whose name it then is. */
function versionIn({ json }: SourceAnswer): { readonly prefix: string; readonly newest: string | null } {
  try {
    const answer = objectOf(json, 'the answer');
    if ('version' in answer) {
      return { prefix: '', newest: textAt(objectOf(answer['version'], 'the version'), 'version') };
    }
    const current = thingsAt(answer, 'versions').find(({ id }) => id === 'v2.1');
    return { prefix: '/v2.1', newest: current === undefined ? null : textAt(current, 'version') };
  } catch (error) {
    if (error instanceof Malformed) return { prefix: '', newest: null };
    throw error;
  }
}

/** Of '2.93' 93; null for what is no version of this API. */
function minorOf(version: string): number | null {
  const minor = /^2\.(\d+)$/.exec(version)?.[1];
  return minor === undefined ? null : Number(minor);
}
