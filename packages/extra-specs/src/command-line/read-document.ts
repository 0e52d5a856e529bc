import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';

/** What a JSON or YAML file holds, with `-` for standard input. Throws an Error that says where it is wrong. */
export function readDocument(path: string): unknown {
  const text = readFileSync(path === '-' ? 0 : path, 'utf8');
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return document.toJS({ maxAliasCount: 100 }) as unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
