import { isDeepStrictEqual } from 'node:util';
import { canonical } from '../differential/canonical.ts';
import type { Expectation } from './scenario.ts';
import type { ScenarioAnswer } from './target.ts';

/** How an answer differs from what is expected, a sentence each; none when it does not. */
export function checkAnswer(expected: Expectation, answer: ScenarioAnswer): string[] {
  const found: string[] = [];
  const compare = (what: string, wanted: unknown, got: unknown): void => {
    if (!isDeepStrictEqual(wanted, got)) found.push(`${what} is ${show(got)}, and not ${show(wanted)}`);
  };

  compare('the status', expected.status, answer.status);
  if (expected.code !== undefined) compare('the code', expected.code, errorIn(answer)?.code);
  if (expected.whole !== undefined) {
    const body = answer.text === '' ? null : answer.json;
    compare('the body', canonical(expected.whole), canonical(body));
  }
  for (const [path, wanted] of Object.entries(expected.json ?? {})) {
    const key = path.split('.').at(-1) ?? '';
    compare(nameOf(path), canonical(wanted, key), canonical(valueAt(answer.json, path), key));
  }
  for (const [path, wanted] of Object.entries(expected.keys ?? {})) {
    const keys = keysOf(valueAt(answer.json, path));
    compare(`what is in ${nameOf(path)}`, wanted.toSorted(), keys?.sort());
  }
  for (const [path, wanted] of Object.entries(expected.size ?? {})) {
    compare(`the number of entries in ${nameOf(path)}`, wanted, keysOf(valueAt(answer.json, path))?.length);
  }
  for (const [name, wanted] of Object.entries(expected.headers ?? {})) {
    const got = answer.headers[name];
    compare(`the header ${name}`, wanted, typeof wanted === 'boolean' ? got !== undefined : got);
  }
  const said = errorIn(answer)?.detail ?? answer.text;
  for (const fragment of expected.says ?? []) {
    if (!said.includes(fragment)) found.push(`it does not say ${show(fragment)}`);
  }
  return found;
}

/** The value under keys and places joined with dots; undefined where there is none. */
export function valueAt(json: unknown, path: string): unknown {
  let value = json;
  for (const key of path === '' ? [] : path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

function errorIn({ json }: ScenarioAnswer): { readonly code?: string; readonly detail?: string } | undefined {
  return valueAt(json, 'errors.0') as { readonly code?: string; readonly detail?: string } | undefined;
}

function keysOf(value: unknown): string[] | undefined {
  return typeof value === 'object' && value !== null ? Object.keys(value) : undefined;
}

const nameOf = (path: string): string => (path === '' ? 'the body' : path);
const show = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));
