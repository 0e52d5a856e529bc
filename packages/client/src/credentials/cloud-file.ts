import { createRequire } from 'node:module';
import type { Document, LineCounter } from 'yaml';
import { Secret } from './secret.ts';
import { CredentialsError, type Setting, type Settings, settingsOf } from './setting.ts';

/** What a file has about clouds: clouds.yaml, secure.yaml, or clouds-public.yaml, which has them under another name. */
export interface CloudFile {
  readonly path: string;
  readonly clouds: ReadonlyMap<string, CloudEntry>;
}

export interface CloudEntry {
  readonly settings: Settings;
  /** In the order in which they are written; null where there is no list of them. */
  readonly regions: ReadonlyMap<string, Settings> | null;
}

/**
 * Reads a file, YAML or JSON (which is YAML too). What it has beside the clouds is for others, and keys that nobody knows are left
 * alone: every tool has its own.
 */
export function parseCloudFile(
  text: string,
  path: string,
  root: 'clouds' | 'public-clouds' = 'clouds',
): CloudFile {
  const reading = new Reading(text, path);
  const clouds = new Map<string, CloudEntry>();
  for (const [name, cloud] of reading.entries([root])) {
    const place = [root, name];
    const settings = reading.settings(place, Object.keys(reading.object(cloud, place)));
    clouds.set(name, { settings, regions: reading.regions([...place, 'regions']) });
  }
  return { path, clouds };
}

type Place = readonly (string | number)[];

/** Loaded when there is a file to read: it is a tenth of what a command takes, and whoever goes by variables needs none. */
const loadYaml = () => createRequire(import.meta.url)('yaml') as typeof import('yaml');

/** One file being read. */
class Reading {
  readonly #path: string;
  readonly #yaml = loadYaml();
  readonly #lines: LineCounter = new this.#yaml.LineCounter();
  readonly #document: Document;
  readonly #value: unknown;

  constructor(text: string, path: string) {
    this.#path = path;
    // Every value is the text that was written, so that a password of digits keeps its zeros; but for nothing, which is null.
    this.#document = this.#yaml.parseDocument(text, {
      schema: 'failsafe',
      customTags: ['null'],
      merge: true,
      prettyErrors: false,
      lineCounter: this.#lines,
    });
    const [error] = this.#document.errors;
    // The parser's own words may repeat what stands there.
    if (error !== undefined)
      throw new CredentialsError(`${this.#at(error.pos[0])}: it is no YAML (${error.code})`);
    try {
      this.#value = this.#document.toJS({ maxAliasCount: 100 });
    } catch {
      throw new CredentialsError(`${path}: it has aliases that cannot be resolved, or too many`);
    }
  }

  entries(place: Place): readonly (readonly [string, unknown])[] {
    const value = this.#in(place);
    return value === undefined || value === null ? [] : Object.entries(this.object(value, place));
  }

  object(value: unknown, place: Place): object {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    throw this.problem(place, 'must be a mapping');
  }

  /** Those of a cloud or a region; what is in its `auth` wins over the same beside it. */
  settings(place: Place, names: readonly string[]): Settings {
    const inAuth = this.entries([...place, 'auth']).map(([name]) => ['auth', name]);
    const beside = names.filter((name) => name !== 'auth').map((name) => [name]);
    return settingsOf([...beside, ...inAuth].flatMap((rest) => this.#setting([...place, ...rest])));
  }

  regions(place: Place): ReadonlyMap<string, Settings> | null {
    const value = this.#in(place);
    if (value === undefined || value === null) return null;
    if (!Array.isArray(value)) throw this.problem(place, 'must be a list');
    return new Map(value.map((region: unknown, index) => this.#region(region, [...place, index])));
  }

  #region(region: unknown, place: Place): [string, Settings] {
    if (typeof region === 'string') return [region, new Map()];
    const { name, values } = this.object(region, place) as { name?: unknown; values?: unknown };
    if (typeof name !== 'string') throw this.problem(place, 'must be a name, or have a name');
    const valuesPlace = [...place, 'values'];
    const names =
      values === undefined || values === null ? [] : Object.keys(this.object(values, valuesPlace));
    return [name, this.settings(valuesPlace, names)];
  }

  /** Lists and mappings are for others: only texts are ours. */
  #setting(place: Place): [string, Setting][] {
    const value = this.#in(place);
    if (typeof value !== 'string') {
      const isOurs = place.at(-2) === 'auth' && value !== null;
      if (isOurs) throw this.problem(place, 'must be a text');
      return [];
    }
    return [[String(place.at(-1)), { text: new Secret(value), where: this.#where(place) }]];
  }

  #in(place: Place): unknown {
    let value = this.#value;
    for (const key of place) {
      if (typeof value !== 'object' || value === null) return undefined;
      value = Object.hasOwn(value, key) ? (value as Record<string | number, unknown>)[key] : undefined;
    }
    return value;
  }

  problem(place: Place, message: string): CredentialsError {
    return new CredentialsError(`${this.#where(place)} ${message}`);
  }

  /** The line of what is merged in from elsewhere is that of the nearest thing around it that stands here. */
  #where(place: Place): string {
    for (let depth = place.length; depth > 0; depth -= 1) {
      const node: unknown = this.#document.getIn(place.slice(0, depth), true);
      if (this.#yaml.isNode(node) && node.range) return `${this.#at(node.range[0])}: ${place.join('.')}`;
    }
    return `${this.#path}: ${place.join('.')}`;
  }

  #at(offset: number): string {
    return `${this.#path}:${this.#lines.linePos(offset).line}`;
  }
}
