import type { Problem } from '../problem.ts';
import type { Circumstances, Flavor, Image } from './check-flavor-and-image.ts';
import type { ImageRule } from './image-rule.ts';
import { type ImageReading, type ReadingOptions, readImage } from './read-image.ts';

/** A server that is asked for: what its flavor and its image say, and what was found wrong with it so far. */
export interface Server {
  readonly flavor: Flavor;
  readonly image: Image;
  readonly circumstances: Circumstances;
  readonly reading: ImageReading;
  /** In the order in which they were found. */
  readonly problems: Problem[];
}

export function serverOf(
  flavor: Flavor,
  image: Image,
  circumstances: Circumstances,
  reading: ReadingOptions = {},
): Server {
  return { flavor, image, circumstances, reading: readImage(image, reading), problems: [] };
}

/** What cannot be told because of a problem that was found already. A rule that would need it is left out. */
export const unclear: unique symbol = Symbol('unclear');

export type Unclear = typeof unclear;

/**
 * A rule that gives what it found out to others. However many of them ask, it looks once; so a problem is reported once, at the
 * place where the original comes to it first.
 */
export function once<Result>(rule: (server: Server) => Result): (server: Server) => Result {
  const results = new WeakMap<Server, { readonly result: Result }>();
  return (server) => {
    let known = results.get(server);
    if (known === undefined) {
      known = { result: rule(server) };
      results.set(server, known);
    }
    return known.result;
  };
}

export interface Fault {
  readonly rule: ImageRule;
  readonly key: string;
  readonly value: string | null;
  readonly text: string;
  readonly suggestion?: string | null;
}

export type Report = (server: Server, fault: Fault) => Unclear;

/** Reports what the original refuses. */
export function refuse(server: Server, { suggestion = null, ...fault }: Fault): Unclear {
  server.problems.push({ ...fault, severity: 'error', suggestion });
  return unclear;
}

/** Reports what the original accepts, and fails with later. */
export function warn(server: Server, { suggestion = null, text, ...fault }: Fault): Unclear {
  const outcome = 'The request would be accepted, and the server would end in ERROR.';
  server.problems.push({ ...fault, severity: 'warning', text: `${text} ${outcome}`, suggestion });
  return unclear;
}

/** Null when the flavor does not say. An empty text is something that it says. */
export function extraSpec({ flavor }: Server, key: string): string | null {
  const value: unknown = Object.hasOwn(flavor.extraSpecs, key) ? flavor.extraSpecs[key] : undefined;
  if (typeof value === 'string') return value;
  // Not what the type promises, but what a file may hold.
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

export function imageText({ reading }: Server, property: string): string | null | Unclear {
  const value = valueOf(reading, property);
  return value === null || typeof value === 'string' ? value : unclear;
}

export function imageInteger({ reading }: Server, property: string): bigint | null | Unclear {
  const value = valueOf(reading, property);
  return value === null || typeof value === 'bigint' ? value : unclear;
}

export function imageBoolean({ reading }: Server, property: string): boolean | null | Unclear {
  const value = valueOf(reading, property);
  return value === null || typeof value === 'boolean' ? value : unclear;
}

function valueOf(reading: ImageReading, property: string): unknown {
  return reading.unreadable.has(property) ? unclear : (reading.values.get(property) ?? null);
}

export function flavorName({ flavor }: Server): string {
  return flavor.name ?? '';
}

export function imageName({ image }: Server): string {
  return image.name ?? '';
}

/** An image that was not stored yet has no id; then its name has to do. */
export function imageId({ image }: Server): string {
  return image.id ?? image.name ?? '';
}
