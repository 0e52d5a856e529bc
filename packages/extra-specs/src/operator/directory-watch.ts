import { type FSWatcher, watch } from 'node:fs';
import { FileError } from './read-bytes.ts';
import type { SchemaIssue } from './schema-issue.ts';
import { watchedDirectories } from './watched-directories.ts';

export interface DirectoryWatchOptions {
  readonly paths: readonly string[];
  /** How long it has to be quiet. Where it never is, ten times as long is enough. */
  readonly settleMs: number;
  readonly onChange: () => void;
  /** A directory cannot be watched. The others are. */
  readonly onIssue: (issue: SchemaIssue) => void;
}

/**
 * Tells when something has happened in the directories that some files are in, once they have been left alone for a moment.
 *
 * Directories rather than files, since editors replace a file by another one of the same name, and a watch would stay with the
 * old one. All events rather than those with a file's name, since a file may be a symbolic link by way of another name (that is
 * how a mounted ConfigMap changes).
 */
export class DirectoryWatch {
  readonly #options: DirectoryWatchOptions;
  readonly #open: typeof watch;
  readonly #complainedAbout = new Set<string>();
  #watchers: readonly FSWatcher[] = [];
  #timer: NodeJS.Timeout | null = null;
  #stirredAt = 0;

  constructor(options: DirectoryWatchOptions, open: typeof watch = watch) {
    this.#options = options;
    this.#open = open;
    this.#arm();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = [];
  }

  /** Watches anew: a directory may be another one than before, under the same name. */
  #arm(): void {
    const before = this.#watchers;
    this.#watchers = watchedDirectories(this.#options.paths).flatMap((directory) => this.#watch(directory));
    for (const watcher of before) watcher.close();
  }

  #watch(directory: string): readonly FSWatcher[] {
    try {
      // It keeps no process alive that has nothing else to do.
      const watcher = this.#open(directory, { persistent: false }, () => this.#stir());
      watcher.on('error', (error) => this.#complain(directory, error));
      return [watcher];
    } catch (error) {
      this.#complain(directory, error);
      return [];
    }
  }

  /** Once about each: it watches anew after every change. */
  #complain(path: string, error: unknown): void {
    if (this.#complainedAbout.has(path)) return;
    this.#complainedAbout.add(path);
    const text = `changes in here are not noticed: ${FileError.from(error).message}`;
    this.#options.onIssue({ severity: 'warning', path, position: null, text });
  }

  #stir(): void {
    const { settleMs, onChange } = this.#options;
    const now = performance.now();
    if (this.#timer === null) this.#stirredAt = now;
    else if (now - this.#stirredAt > 10 * settleMs) return;
    else clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // In this order: what changes between the two is then noticed.
      this.#arm();
      onChange();
    }, settleMs);
    this.#timer.unref();
  }
}
