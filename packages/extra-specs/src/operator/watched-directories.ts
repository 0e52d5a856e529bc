import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { FileError } from './read-bytes.ts';
import { schemasIn } from './schema-files.ts';

/**
 * The directories in which something happens when a schema changes, appears or goes: the one that it is in, the one above that,
 * and the one that a symbolic link leads to. Of what is not there yet, the nearest that is.
 */
export function watchedDirectories(paths: readonly string[]): readonly string[] {
  const directories = new Set<string>();
  for (const path of paths.map((each) => resolve(each))) {
    const own = isDirectory(path) ? path : nearestAbove(path);
    directories.add(own).add(nearestAbove(own));
    const files = own === path ? unless([], () => schemasIn(path)) : [path];
    for (const file of files) {
      const target = unless(null, () => realpathSync(file));
      if (target !== null) directories.add(dirname(target));
    }
  }
  return [...directories];
}

function nearestAbove(path: string): string {
  const above = dirname(path);
  return above === path || isDirectory(above) ? above : nearestAbove(above);
}

function isDirectory(path: string): boolean {
  return unless(false, () => statSync(path).isDirectory());
}

/** What cannot be read here is reported by those who need what is in it. */
function unless<T>(otherwise: T, look: () => T): T {
  try {
    return look();
  } catch (error) {
    FileError.from(error);
    return otherwise;
  }
}
