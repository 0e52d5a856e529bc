import assert from 'node:assert/strict';
import { atOnce, type Steps } from '../in-turns.ts';
import { type JsonExtent, jsonExtent } from './json-extent.ts';
import { jsonSyntaxError } from './json-syntax-error.ts';
import { utf8Error } from './utf8-error.ts';

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: string };

/** Deeper bodies are refused, so that whoever walks a parsed value may do so by recursion. */
export const maximumJsonDepth = 200;

/** A body of 8 MiB can hold millions of values, which take seconds to parse and to walk through; so many take 15 ms, and what one request may write has fewer. */
export const maximumJsonValues = 30_000;

/** Neither can be divided into steps: so much of a text is parsed in 5 ms, and for the digits Python has this limit, too. */
const maximumTextBytes = 1024 * 1024;
const maximumDigits = 4_300;

/** From here on a body is read in steps, and looked over before it is parsed. */
export const largeLength = 64 * 1024;

/**
 * Reads a body. What is wrong with it is told as Python's `json.loads` tells it, since clients match on
 * those words. Keys are own properties, `__proto__` too: look them up with `Object.hasOwn` or walk
 * `Object.entries`, and never copy them by assignment.
 */
export function parseJson(bytes: Uint8Array): ParsedJson {
  if (bytes.length >= largeLength) return atOnce(parseLargeJson(bytes));
  const text = decode(bytes);
  if (text === null) return { ok: false, error: utf8Error(bytes) };
  const value = parse(text);
  return value !== undefined && isWithin(maximumJsonDepth, value)
    ? { ok: true, value }
    : atOnce(syntaxError(text));
}

/** The same in steps, of which none takes longer than some 25 ms, whatever the bytes. */
export function* parseLargeJson(bytes: Uint8Array): Steps<ParsedJson> {
  const extent = yield* jsonExtent(bytes);
  const text = decode(bytes);
  if (text === null) return { ok: false, error: utf8Error(bytes) };
  yield;
  // Where that is depends on what comes before it, which may be many values, but no text that is too long.
  const isTooDeep = extent.depth > maximumJsonDepth && extent.longestText <= maximumTextBytes;
  if (isTooDeep) return yield* syntaxError(text);
  const excess = excessOf(extent);
  if (excess !== null) return { ok: false, error: excess };
  const value = parse(text);
  if (value !== undefined) return { ok: true, value };
  yield;
  return yield* syntaxError(text);
}

function excessOf({ values, longestText, longestNumber }: JsonExtent): string | null {
  if (values > maximumJsonValues) return `More than ${maximumJsonValues} values`;
  if (longestText > maximumTextBytes) return `A string of more than ${maximumTextBytes} bytes`;
  return longestNumber > maximumDigits ? `A number of more than ${maximumDigits} digits` : null;
}

function* syntaxError(text: string): Steps<ParsedJson> {
  const error = yield* jsonSyntaxError(text, maximumJsonDepth);
  assert(error !== null, 'a text that is no JSON or is too deep has a first error');
  return { ok: false, error };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Undefined, which no JSON text stands for, if the text is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Asked of a small value: 0.4 µs for a kilobyte, where counting brackets in the text takes 2 µs. V8 parses
 * without recursion, so that the deepest text gets this far; a parser that gave up would be as good.
 */
function isWithin(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isWithin(levels - 1, item)) return false;
  } else {
    for (const item of Object.values(value)) if (!isWithin(levels - 1, item)) return false;
  }
  return true;
}
