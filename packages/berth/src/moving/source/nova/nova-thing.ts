import { Malformed, textAt, type JsonObject } from '@berth/api-kit/json/json-reading.ts';
import { type Noun, type Nouns, rowKeyOf } from '@berth/compute-engine/nouns.ts';
import type { ReadThing } from '../work-file.ts';
import type { Loss } from './loss.ts';

/** A thing as far as one answer tells it, with what is lost of it. What other answers tell is filled in when all is read. */
export interface NovaThing<N extends Noun = Noun> {
  readonly thing: Nouns[N];
  readonly losses: readonly Loss[];
}

/** As it is kept until all is read. `number` is what it has at the source; 0: none that is told. */
export function readThing<N extends Noun>(
  noun: N,
  thing: Nouns[N],
  { losses = [], rank = 0, number = 0 }: { losses?: readonly Loss[]; rank?: number; number?: number } = {},
): ReadThing {
  const line = JSON.stringify({ thing, losses } satisfies NovaThing<N>);
  return { kind: noun, id: thing.id, rowKey: rowKeyOf(noun, thing), number, rank, line };
}

/** The other way. */
export function novaThingIn<N extends Noun>(_noun: N, line: string): NovaThing<N> {
  return JSON.parse(line) as NovaThing<N>; // Written above, under its noun.
}

/** Times are told with a zone or, where it is UTC, without one; with microseconds, which are cut. */
export function timeAt(object: JsonObject, key: string): number {
  const text = textAt(object, key);
  const instant = Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  if (Number.isFinite(instant)) return instant;
  throw new Malformed(`'${key}' is not a time`);
}

export function timeOrNullAt(object: JsonObject, key: string): number | null {
  return object[key] === null || object[key] === undefined ? null : timeAt(object, key);
}

/** Null too where the version in force does not tell it. */
export function textIfToldAt(object: JsonObject, key: string): string | null {
  return object[key] === null || object[key] === undefined ? null : textAt(object, key);
}

export function booleanAt(object: JsonObject, key: string): boolean {
  const value = object[key];
  if (typeof value === 'boolean') return value;
  throw new Malformed(`'${key}' is neither true nor false`);
}

/** A map of texts, as they were. */
export function textMapAt(object: JsonObject, key: string): Readonly<Record<string, string>> {
  const map = object[key];
  if (typeof map !== 'object' || map === null || Array.isArray(map)) {
    throw new Malformed(`'${key}' is not an object`);
  }
  for (const value of Object.values(map)) {
    if (typeof value !== 'string') throw new Malformed(`what is in '${key}' is not a text`);
  }
  return map as Readonly<Record<string, string>>; // All of its values were looked at.
}
