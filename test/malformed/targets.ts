import { routes } from '@berth/placement/http/routes.ts';
import { versions } from '@berth/placement/http/versions.ts';
import type { Prng } from '@berth/testing/prng.ts';
import { oddText } from './odd-text.ts';
import { customClass, customTrait, type World } from './world.ts';

/** 'PUT /traits/{name}': every route that Berth has, taken from its own table so that none can be forgotten. */
export const allRoutes: readonly string[] = [...new Set(routes.map(({ route }) => route))];

export const allPaths: readonly string[] = [...new Set(allRoutes.map((route) => route.split(' ')[1] ?? '/'))];

/** Those that Node's parser knows; CONNECT is no request to this server and is tried elsewhere. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'];

export function anyVersion(prng: Prng): string {
  return prng.chance(0.1) ? 'latest' : prng.pick(versions.history)[0];
}

/** The path with things in it that are mostly there. */
export function filled(prng: Prng, template: string, world: World): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => prng.pick(valuesOf(name, world)));
}

function valuesOf(name: string, world: World): string[] {
  switch (name) {
    case 'uuid':
      return [...world.providers, ...world.providers].map(({ uuid }) => uuid).concat(world.spares);
    case 'consumer_uuid':
      return world.consumers.map(({ uuid }) => uuid).concat(world.spares);
    case 'resource_class':
      return ['VCPU', 'MEMORY_MB', customClass, 'CUSTOM_NOPE'];
    default:
      return ['VCPU', customClass, customTrait, 'HW_CPU_X86_VMX', 'CUSTOM_NOPE'];
  }
}

/** The path with something in it that does not belong there. */
export function oddlyFilled(prng: Prng, template: string, world: World): string {
  const segments = template.split('/').slice(1);
  const at = prng.below(segments.length);
  const written = segments.map((segment, index) =>
    index === at ? oddSegment(prng, segment, world) : filled(prng, segment, world),
  );
  return `/${written.join('/')}${prng.pick(['', '', '', '/', '//', '%2f', '%00', '%0a', '%0a%0a', ';x=1', '.'])}`;
}

function oddSegment(prng: Prng, segment: string, world: World): string {
  const right = filled(prng, segment, world);
  return prng.weighted([
    [3, () => percentEncoded(oddText(prng))],
    [3, () => prng.pick(oddBytes)],
    [2, () => right.toUpperCase()],
    [1, () => right.replaceAll('-', '')],
    [1, () => `{${right}}`],
    [1, () => `${right}%0a`],
    [1, () => `${prng.pick(['%20', '+', '%09', '%7b'])}${right}`],
    [1, () => right.replace(/./, (first) => `%${first.charCodeAt(0).toString(16)}`)],
    [1, () => 'x'.repeat(prng.pick([256, 5_000, 60_000]))],
    [1, () => prng.pick(['.', '..', '%2e%2e', '*', '~', '-', '__proto__', 'constructor', 'toString'])],
  ])();
}

/** Percent signs that mean nothing, and bytes that are not UTF-8: cut off, overlong, surrogates, beyond the end. */
export const oddBytes = [
  '%',
  '%%',
  '%1',
  '%zz',
  '%u0041',
  '%25',
  '%2525',
  '%00',
  '%0d%0a',
  '%ff',
  '%fe%ff',
  '%80',
  '%c3',
  '%c3%28',
  '%c0%af',
  '%c0%80',
  '%e0%80%af',
  '%f0%80%80%af',
  '%ed%a0%80',
  '%ed%a0%80%ed%b0%80',
  '%f4%90%80%80',
  '%f8%88%80%80%80',
  '%ef%bb%bf',
  '%e2%80%ae',
  '%f0%9f%98%80',
  '\u00ff',
  '\u00c3\u00a9',
  '\u0080',
  '"',
  '<>',
  '|^`\\',
  '{}',
];

/** The text that is meant by the inside of a JSON string, for a path or a query. */
export function percentEncoded(inside: string): string {
  const text = JSON.parse(`"${inside}"`) as string;
  return [...Buffer.from(text)]
    .map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : hex(byte)))
    .join('');
}

const isPlain = (byte: number): boolean => /[\w.~-]/.test(String.fromCharCode(byte));
const hex = (byte: number): string => `%${byte.toString(16).padStart(2, '0')}`;
