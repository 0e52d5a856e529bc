import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A driver that an installed package offers. */
export interface OfferedDriver {
  readonly name: string;
  readonly packageName: string;
  /** Of the package, without links. */
  readonly directory: string;
  /** A path in it, beginning with './'. */
  readonly module: string;
}

export interface OfferedDrivers {
  readonly drivers: readonly OfferedDriver[];
  /** Packages that say something about drivers and cannot be used, each with the place. */
  readonly problems: readonly string[];
}

/**
 * The drivers of all packages that a module in a directory could import: those in `node_modules` there and in every directory above, of
 * which the nearest counts. A package offers drivers by `"berth": { "drivers": { "rack": "./rack.js" } }` in its package.json. Nothing
 * is executed.
 */
export function installedDrivers(directory: string): OfferedDrivers {
  const nearest = new Map<string, string>();
  for (let current = resolve(directory); ; current = dirname(current)) {
    for (const name of packageNames(join(current, 'node_modules'))) {
      if (!nearest.has(name)) nearest.set(name, join(current, 'node_modules', name));
    }
    if (current === dirname(current)) break;
  }
  const offers = [...nearest.values()].map((place) => driversOf(place, { isNamed: false }));
  return {
    drivers: offers.flatMap(({ drivers }) => drivers),
    problems: offers.flatMap(({ problems }) => problems),
  };
}

/** The drivers of one package. One that belongs to another user than us and root is used only where it is named. */
export function driversOf(place: string, { isNamed }: { readonly isNamed: boolean }): OfferedDrivers {
  const file = join(place, 'package.json');
  try {
    const manifest = objectOf(JSON.parse(readFileSync(file, 'utf8')));
    const offered = objectOf(objectOf(manifest?.['berth'])?.['drivers']);
    if (offered === null) return { drivers: [], problems: [] };
    if (!isNamed && !isOurs(place)) {
      return { drivers: [], problems: [`${place}: belongs to another user, and is used only by its path`] };
    }
    const packageName = String(manifest?.['name']);
    const directory = realpathSync(place);
    const drivers = Object.entries(offered).map(([name, module]): OfferedDriver => {
      if (typeof module === 'string' && module.startsWith('./'))
        return { name, packageName, directory, module };
      throw new Error(`"berth.drivers": the path of '${name}' does not begin with './'`);
    });
    return { drivers, problems: [] };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Not every directory under node_modules is a package.
    const isNone = !isNamed && (code === 'ENOENT' || code === 'ENOTDIR');
    return { drivers: [], problems: isNone ? [] : [`${file}: ${message}`] };
  }
}

function packageNames(modules: string): string[] {
  return namesIn(modules).flatMap((name) => {
    if (name.startsWith('.')) return [];
    return name.startsWith('@') ? namesIn(join(modules, name)).map((inner) => `${name}/${inner}`) : [name];
  });
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    // There is no such directory, or none that we may look into: nothing in it can be imported.
    return [];
  }
}

/** Of a link both ends count. */
function isOurs(place: string): boolean {
  const us = process.getuid?.() ?? 0;
  return [dirname(place), realpathSync(place)].every((path) => [0, us].includes(statSync(path).uid));
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
