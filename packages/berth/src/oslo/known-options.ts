import { readFileSync } from 'node:fs';
import type { OsloService } from './oslo-file.ts';

/** Names of all options by section, as a release of the original has them: Placement 8.0 and Nova 26.2. A test compares. */
type KnownOptions = Readonly<Record<OsloService, Readonly<Record<string, readonly string[]>>>>;

let known: KnownOptions | null = null;

export function isKnownOption(service: OsloService, section: string, name: string): boolean {
  known ??= JSON.parse(readFileSync(new URL('known-options.json', import.meta.url), 'utf8')) as KnownOptions; // Our own file.
  const ofService = known[service];
  return Object.hasOwn(ofService, section) && (ofService[section]?.includes(name) ?? false);
}
