import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MetadefFile } from './metadef.ts';

export interface WriteOptions {
  /** Whether files may be replaced that somebody else has written or changed. */
  readonly overwrite?: boolean | undefined;
}

/** Names of files, in their order. */
export interface WrittenMetadefs {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  /** Those written earlier that are no longer among the definitions. */
  readonly removed: readonly string[];
  /** Those as well, but somebody has changed them since. */
  readonly abandoned: readonly string[];
}

/** Files are there that were not written by us, or were changed since. Nothing has been written. */
export class ForeignFilesError extends Error {
  override readonly name = 'ForeignFilesError';
  readonly files: readonly string[];

  constructor(directory: string, files: readonly string[]) {
    super(
      `In ${directory} there are files that were not written here, or were changed since: ${files.join(', ')}`,
    );
    this.files = files;
  }
}

/** What was written, so that it is known the next time. In the format of `sha256sum`; not `.json`, or Glance would load it. */
const sumsFile = 'extra-specs.sha256';

/** Writes the files into a directory, each of them whole or not at all. One whose content is the same is not touched. */
export async function writeMetadefs(
  directory: string,
  files: readonly MetadefFile[],
  { overwrite = false }: WriteOptions = {},
): Promise<WrittenMetadefs> {
  await mkdir(directory, { recursive: true });
  const wanted = new Map(files.map((file) => [file.fileName, metadefText(file)]));
  const earlier = parseSums((await readIfThere(join(directory, sumsFile))) ?? '');
  const states = new Map<string, State>();
  for (const name of new Set([...earlier.map((sum) => sum.name), ...wanted.keys()])) {
    states.set(name, stateOf(await readIfThere(join(directory, name)), wanted.get(name), name, earlier));
  }
  const named = (state: State): string[] =>
    [...states].filter((entry) => entry[1] === state).map(([name]) => name);

  if (named('foreign').length > 0 && !overwrite) throw new ForeignFilesError(directory, named('foreign'));
  const written = [...named('new'), ...named('outdated'), ...named('foreign')].sort();
  const sums = [...wanted].map(([name, text]) => ({ name, hash: hashOf(text) }));
  // Should we be interrupted, what is there by then is known to be ours, old or new.
  if (written.length > 0) await writeWhole(join(directory, sumsFile), sumsText([...earlier, ...sums]));
  for (const name of written) await writeWhole(join(directory, name), wanted.get(name) as string);
  for (const name of named('stale')) await rm(join(directory, name));
  if (sumsText(earlier) !== sumsText(sums) || written.length > 0) {
    await writeWhole(join(directory, sumsFile), sumsText(sums));
  }
  return {
    written,
    unchanged: named('unchanged').sort(),
    removed: named('stale').sort(),
    abandoned: named('abandoned').sort(),
  };
}

/** In ASCII, since Glance reads files in the encoding of its environment. */
export function metadefText({ namespace }: MetadefFile): string {
  const text = JSON.stringify(namespace, null, 4);
  return `${text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}

type State = 'new' | 'unchanged' | 'outdated' | 'foreign' | 'stale' | 'abandoned' | 'gone';

interface Sum {
  readonly name: string;
  readonly hash: string;
}

function stateOf(
  found: string | null,
  wanted: string | undefined,
  name: string,
  earlier: readonly Sum[],
): State {
  if (found === null) return wanted === undefined ? 'gone' : 'new';
  if (found === wanted) return 'unchanged';
  const hash = hashOf(found);
  const isOurs = earlier.some((sum) => sum.name === name && sum.hash === hash);
  if (wanted === undefined) return isOurs ? 'stale' : 'abandoned';
  return isOurs ? 'outdated' : 'foreign';
}

function parseSums(text: string): Sum[] {
  // A name has no slash: a list that somebody has tampered with does not lead us elsewhere.
  return Array.from(text.matchAll(/^([0-9a-f]{64}) [ *]([\w-]+\.json)$/gm), (match) => ({
    hash: match[1] as string,
    name: match[2] as string,
  }));
}

function sumsText(sums: readonly Sum[]): string {
  const sorted = sums.map(({ name, hash }) => `${name} ${hash}`).sort();
  return [...new Set(sorted)].map((line) => `${line.split(' ').reverse().join('  ')}\n`).join('');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.new`;
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
