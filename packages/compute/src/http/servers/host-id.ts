import { hash } from 'node:crypto';

/** What a project calls a host by: the same host has another name in each, so that nobody learns of the fleet. None: the empty text. */
export function hostIdOf(projectId: string, host: string | null): string {
  if (host === null) return '';
  if (known.size >= knownMax) known.clear();
  return known.getOrInsertComputed(`${projectId}${host}`, (text) => hash('sha224', text));
}

/** To compute one takes 2 µs, and to look it up a tenth of that. */
const known = new Map<string, string>();
const knownMax = 100_000;
