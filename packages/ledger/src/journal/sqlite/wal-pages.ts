import { closeSync, openSync, readFileSync } from 'node:fs';

/**
 * The pages in a WAL that was empty before, counted from 1 (https://sqlite.org/fileformat2.html#walformat: a header of 32 bytes,
 * then frames of 24 bytes and a page). SQLite locks the database and not this file, so it can be opened and closed.
 */
export function walPages(path: string): Set<number> {
  const pages = new Set<number>();
  const file = openSync(path, 'r');
  try {
    const bytes = readFileSync(file);
    if (bytes.length < headerBytes) return pages;
    const frameBytes = frameHeaderBytes + bytes.readUInt32BE(8);
    for (let at = headerBytes; at + frameBytes <= bytes.length; at += frameBytes)
      pages.add(bytes.readUInt32BE(at));
    return pages;
  } finally {
    closeSync(file);
  }
}

const headerBytes = 32;
const frameHeaderBytes = 24;
