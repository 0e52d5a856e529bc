import { history } from '@berth/placement/http/versions.ts';
import { Malformed, objectOf, textAt } from '@berth/api-kit/json/json-reading.ts';
import { type ReaderOptions, type SourceAnswer, SourceFailure, SourceReader } from './source-reader.ts';

export interface ClientOptions extends ReaderOptions {
  /** The longest list that is taken, as long as no other answer is read beside it. */
  readonly listMaxBytes?: number;
  /** The longest answer about one thing. */
  readonly thingMaxBytes?: number;
}

/** Consumers have had generations since then; without them clients would notice. */
const minorMin = 28;
const newest = history.at(-1)?.[0] ?? '1.0';

/** Reads from a Placement, at the newest microversion that it and we know. */
export class PlacementClient {
  readonly #reader: SourceReader;
  readonly #listMaxBytes: number;
  readonly #thingMaxBytes: number;
  /** As in the header: '1.39'. */
  #version = '1.0';

  private constructor(options: ClientOptions) {
    this.#reader = new SourceReader('Placement', options);
    this.#listMaxBytes = options.listMaxBytes ?? 256 << 20;
    this.#thingMaxBytes = options.thingMaxBytes ?? 32 << 20;
  }

  static async connect(options: ClientOptions): Promise<PlacementClient> {
    const client = new PlacementClient(options);
    client.#version = await client.#negotiate();
    return client;
  }

  get url(): string {
    return this.#reader.url;
  }

  get version(): string {
    return this.#version;
  }

  /** Null for what does not exist (404). */
  async find(path: string): Promise<SourceAnswer | null> {
    return await this.#reader.find(path, `placement ${this.#version}`, this.#maxBytesOf(path));
  }

  async get(path: string): Promise<SourceAnswer> {
    return await this.#reader.get(path, `placement ${this.#version}`, this.#maxBytesOf(path));
  }

  #maxBytesOf(path: string): number {
    return isList(path) ? this.#listMaxBytes : this.#thingMaxBytes;
  }

  async #negotiate(): Promise<string> {
    const { json } = await this.get('/');
    const max = newestIn(json);
    const minor = /^1\.(\d+)$/.exec(max ?? '')?.[1];
    if (minor === undefined) throw this.#reader.failure(`${this.url} does not tell its versions`);
    if (Number(minor) < minorMin) {
      throw new SourceFailure(
        `${this.url} knows microversions up to ${max}, and it takes 1.${minorMin} to read generations of consumers.`,
      );
    }
    const known = history.some(([version]) => version === max);
    return known && max !== null ? max : newest;
  }
}

/** '/resource_providers', but not '/resource_providers/{uuid}'. */
function isList(path: string): boolean {
  return path.lastIndexOf('/') === 0;
}

function newestIn(json: unknown): string | null {
  try {
    const { versions } = objectOf(json, 'the answer');
    return Array.isArray(versions) ? textAt(objectOf(versions[0], 'a version'), 'max_version') : null;
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}
