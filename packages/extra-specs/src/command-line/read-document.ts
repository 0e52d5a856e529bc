import { readFileSync } from 'node:fs';
import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { FileError } from '../operator/read-bytes.ts';

/**
 * What a JSON or YAML file says to somebody who understands it, with `-` for standard input. Throws an Error that says which file
 * is wrong, and where.
 */
export function readDocument<Result>(path: string, understand: (document: unknown) => Result): Result {
  const lines = new LineCounter();
  // The parser's own check compares each name with all others.
  const document = parseDocument(textIn(path), { uniqueKeys: false, lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  keepNumbersAsWritten(document);
  try {
    checkNames(document, lines);
    return understand(document.toJS({ maxAliasCount: 100 }));
  } catch (reason) {
    if (!(reason instanceof Error)) throw reason;
    throw new Error(`${path}: ${reason.message}`, { cause: reason });
  }
}

function textIn(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    throw new Error(`${path}: ${FileError.from(error).message}`, { cause: error });
  }
}

/** Values are texts in the end. As a number, the version `2.0` would become `2`, and a long one would lose its last digits. */
function keepNumbersAsWritten(document: Document): void {
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'number' && String(node.value) !== node.source) node.value = node.source;
    },
  });
}

function checkNames(document: Document.Parsed, lines: LineCounter): void {
  visit(document, {
    Map(_, { items }) {
      const names = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (names.has(name)) {
          const { line } = lines.linePos(key.range?.[0] ?? 0);
          throw new Error(`'${name}' is given twice; the second is in line ${line}`);
        }
        names.add(name);
      }
    },
  });
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
