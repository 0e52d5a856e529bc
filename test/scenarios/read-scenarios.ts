import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { history } from '@berth/placement/http/versions.ts';
import { parse } from 'yaml';
import { explained } from '../differential/explained.ts';
import { Fields, isNumber, isText, isTexts } from './fields.ts';
import { newerPolicy } from './newer-policy.ts';
import type { Expectation, Scenario, Step } from './scenario.ts';

/** The scenarios of all files in this directory, or of those named. */
export function readScenarios(files: readonly string[] = []): Scenario[] {
  const names = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.replace('.yaml', ''))
    .sort();
  const missing = files.filter((file) => !names.includes(file));
  if (missing.length > 0) throw new Error(`There are no scenarios named ${missing.join(', ')}.`);
  return names
    .filter((name) => files.length === 0 || files.includes(name))
    .flatMap((name) => parseScenarios(name, readFileSync(join(import.meta.dirname, `${name}.yaml`), 'utf8')));
}

/** One file. What it does not understand it refuses: an expectation with a misspelled key would expect nothing. */
export function parseScenarios(file: string, text: string): Scenario[] {
  const document = new Fields(parse(text, { merge: true }), file);
  const version = versionIn(document, 'version', newest);
  const scenarios = document
    .list('scenarios')
    .flatMap((fields) =>
      fields.has('seam') ? parseSeam(fields, file) : [parseScenario(fields, file, version)],
    );
  document.end();
  const names = scenarios.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) document.fail(`there are two scenarios named "${twice}"`);
  return scenarios;
}

const versions: readonly string[] = history.map(([version]) => version);
const newest = versions.at(-1) ?? null;

function parseScenario(fields: Fields, file: string, inherited: string | null): Scenario {
  const version = versionIn(fields, 'version', inherited);
  const headers = fields.record('headers', isTextOrNull);
  const steps = fields.list('steps').map((step) => parseStep(step, version));
  const scenario: Scenario = {
    file,
    name: fields.text('name'),
    world: fields.text('world', ''),
    steps: steps.map((step) => ({ ...step, headers: { ...headers, ...step.headers } })),
    seam: null,
  };
  fields.end();
  if (scenario.steps.length === 0) fields.fail('there are no steps');
  return scenario;
}

/** A seam is one request in one world, at a version and at the one before it: two scenarios. */
function parseSeam(fields: Fields, file: string): Scenario[] {
  const seam = versionIn(fields, 'seam', null);
  const before = versions[versions.indexOf(seam ?? '') - 1];
  if (seam === null || before === undefined) return fields.fail('there is no version before the seam');
  const world = fields.text('world', '');
  const request = parseRequest(fields);
  const halves = [parseHalf(fields, 'before', before), parseHalf(fields, 'after', seam)];
  fields.end();
  if (isDeepStrictEqual(halves[0]?.expect, halves[1]?.expect)) {
    fields.fail('before and after expect the same');
  }
  return halves.map(({ afterwards, ...half }) => ({
    file,
    name: `${request.name} (${half.version})`,
    world,
    steps: [{ ...request, ...half, capture: {} }, ...afterwards],
    seam,
  }));
}

/** What is expected on one side of the seam, and steps that look at what came of it. */
function parseHalf(parent: Fields, key: string, version: string) {
  const value = parent.value(key);
  if (isNumber(value)) return { version, expect: { status: value }, explained: null, afterwards: [] };
  const fields = new Fields(value, `${parent.where}: ${key}`);
  return {
    version,
    explained: explainedIn(fields),
    afterwards: fields.list('then').map((step) => parseStep(step, newest)),
    expect: parseExpectation(fields),
  };
}

function parseStep(fields: Fields, inherited: string | null): Step {
  const expect = fields.value('expect');
  const step: Step = {
    ...parseRequest(fields),
    version: versionIn(fields, 'version', inherited),
    // `expect: 204` is short for `expect: { status: 204 }`.
    expect: isNumber(expect)
      ? { status: expect }
      : parseExpectation(new Fields(expect, `${fields.where}: expect`)),
    capture: fields.record('capture', isText),
    explained: explainedIn(fields),
  };
  fields.end();
  return step;
}

function parseRequest(fields: Fields): Pick<Step, 'name' | 'method' | 'target' | 'headers' | 'body'> {
  const request = fields.text('request').trim();
  const [, method, target] = /^([A-Z]+) (\S.*|)$/s.exec(request) ?? [];
  if (method === undefined || target === undefined) return fields.fail(`this is no request: ${request}`);
  return {
    name: fields.text('name'),
    method,
    // A long query may go over several lines, each beginning with its `&`.
    target: target.replaceAll(/\s+&/g, '&'),
    headers: fields.record('headers', isTextOrNull),
    body: fields.value('body'),
  };
}

function parseExpectation(fields: Fields): Expectation {
  const expectation: Expectation = {
    status: fields.number('status'),
    ...(fields.has('code') ? { code: fields.text('code') } : {}),
    ...(fields.has('whole') ? { whole: fields.value('whole') } : {}),
    ...(fields.has('json') ? { json: fields.record('json', isJson) } : {}),
    ...(fields.has('keys') ? { keys: fields.record('keys', isTexts) } : {}),
    ...(fields.has('size') ? { size: fields.record('size', isNumber) } : {}),
    ...(fields.has('headers') ? { headers: fields.record('headers', isTextOrBoolean) } : {}),
    ...(fields.has('says') ? { says: fields.texts('says') } : {}),
  };
  fields.end();
  return expectation;
}

const known = new Set([...explained, newerPolicy].map(({ id }) => id));

function explainedIn(fields: Fields): string | null {
  if (!fields.has('explained')) return null;
  const id = fields.text('explained');
  return known.has(id) ? id : fields.fail(`nothing is explained under ${id}`);
}

/** In quotes, since YAML takes 1.10 for the number 1.1. `none` is a request that says no version. */
function versionIn(fields: Fields, key: string, otherwise: string | null): string | null {
  const version = fields.value(key);
  if (version === undefined) return otherwise;
  if (version === 'none') return null;
  if (isText(version) && versions.includes(version)) return version;
  return fields.fail(`${JSON.stringify(version)} is no version in quotes`);
}

const isJson = (value: unknown): value is unknown => value !== undefined;
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const isTextOrBoolean = (value: unknown): value is string | boolean =>
  isText(value) || typeof value === 'boolean';
