import { imagePropertyFamilies } from '../definitions/image-properties.ts';
import type { ImageProperty } from '../definitions/image-property.ts';
import type { Problem } from '../problem.ts';
import type { Image } from './check-flavor-and-image.ts';
import type { CpuSet } from './cpu-set.ts';
import { pythonText } from '../python/python-text.ts';
import { type PropertyValue, readProperty, type Unreadable } from './read-property.ts';

/** What an image says, under the current names of its properties. */
export interface ImageReading {
  readonly values: ReadonlyMap<string, PropertyValue>;
  /** The CPUs of each NUMA node; null when nothing is said about the first one. */
  readonly numaCpus: readonly CpuSet[] | null;
  /** MB of each NUMA node. */
  readonly numaMemory: readonly bigint[] | null;
  readonly requiredTraits: ReadonlySet<string>;
  /** The current names of what is there, and could not be understood. */
  readonly unreadable: ReadonlySet<string>;
  /** Those of former names first, then those of current ones. */
  readonly problems: readonly Problem[];
}

interface Draft {
  readonly values: Map<string, PropertyValue>;
  readonly unreadable: Set<string>;
  readonly problems: Problem[];
}

export interface ReadingOptions {
  /** The image is what is kept of it with a server, and not the image service's own record. */
  readonly isStored?: boolean;
}

/** The most NUMA nodes that the original looks for. */
export const mostNumaNodes = 128;

/** Reads the properties of an image. Names of earlier releases are read first, so that the current ones win. */
export function readImage({ properties }: Image, { isStored = false }: ReadingOptions = {}): ImageReading {
  const draft: Draft = { values: new Map(), unreadable: new Set(), problems: [] };
  for (const { property, formerName } of formerNames) {
    // Lists are too large to be kept with a server.
    if (property.value.type === 'list' && isStored) continue;
    if (Object.hasOwn(properties, formerName)) {
      readInto(draft, property, formerName, fromJson(property, properties[formerName]));
    }
  }
  readAdapterType(draft, properties);
  for (const property of plainProperties) {
    if (property.value.type === 'list' && isStored) continue;
    if (Object.hasOwn(properties, property.name)) {
      readInto(draft, property, property.name, properties[property.name]);
    }
  }
  const numaMemory = readNodes(draft, 'hw_numa_mem', numaMemoryOf, properties) as readonly bigint[] | null;
  const numaCpus = readNodes(draft, 'hw_numa_cpus', numaCpusOf, properties) as readonly CpuSet[] | null;
  return { ...draft, numaCpus, numaMemory, requiredTraits: requiredTraits(properties) };
}

type Properties = Image['properties'];

const allProperties: readonly ImageProperty[] = imagePropertyFamilies.flatMap((family) => family.properties);

const plainProperties = allProperties.filter((property) => !property.name.includes('{'));

/** It says two things at once, so it is not a former name of one property. */
const adapterType = 'vmware_adaptertype';

const formerNames = plainProperties.flatMap((property) =>
  (property.formerNames ?? [])
    .filter((formerName) => formerName !== adapterType)
    .map((formerName) => ({ property, formerName })),
);

const scsiModel = defined('hw_scsi_model');
const numaMemoryOf = defined('hw_numa_mem.{num}');
const numaCpusOf = defined('hw_numa_cpus.{num}');

function readAdapterType(draft: Draft, properties: Properties): void {
  const given = Object.hasOwn(properties, adapterType) ? properties[adapterType] : '';
  if (isEmpty(given)) return;
  draft.values.set('hw_disk_bus', given === 'ide' ? 'ide' : 'scsi');
  if (given !== 'ide') readInto(draft, scsiModel, adapterType, given);
}

/** The values for node 0, 1, 2 and so on, until one is missing. */
function readNodes(
  draft: Draft,
  name: string,
  property: ImageProperty,
  properties: Properties,
): readonly PropertyValue[] | null {
  const values: PropertyValue[] = [];
  for (let node = 0; node < mostNumaNodes; node++) {
    const key = `${name}.${node}`;
    if (!Object.hasOwn(properties, key)) break;
    const read = readProperty(name, property.value, properties[key]);
    if ('fault' in read) {
      draft.problems.push(problemOf(key, property, properties[key], read));
      draft.unreadable.add(name);
    } else {
      values.push(read.value);
    }
  }
  return values.length === 0 ? null : values;
}

function readInto(draft: Draft, property: ImageProperty, key: string, given: unknown): void {
  const read = readProperty(property.name, property.value, given);
  if ('fault' in read) {
    draft.problems.push(problemOf(key, property, given, read));
    draft.unreadable.add(property.name);
  } else {
    draft.values.set(property.name, read.value);
    draft.unreadable.delete(property.name);
  }
}

function problemOf(
  key: string,
  property: ImageProperty,
  given: unknown,
  { fault, suggestion }: Unreadable,
): Problem {
  const isCpuSet = property.value.type === 'cpu-set';
  return {
    key,
    value: pythonText(given),
    rule: isCpuSet ? 'invalid-cpu-set' : 'invalid-image-metadata',
    severity: 'error',
    text: isCpuSet ? fault : `Invalid image metadata. Error: ${fault}`,
    suggestion,
  };
}

/** Under their former names, the image service keeps lists as text. */
function fromJson({ value }: ImageProperty, given: unknown): unknown {
  if (value.type !== 'list' || typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    // Still a text, which is then refused as such.
    return given;
  }
}

function requiredTraits(properties: Properties): ReadonlySet<string> {
  const prefix = 'trait:';
  return new Set(
    Object.keys(properties)
      .filter((key) => key.startsWith(prefix) && properties[key] === 'required')
      .map((key) => key.slice(prefix.length)),
  );
}

function defined(name: string): ImageProperty {
  const property = allProperties.find((candidate) => candidate.name === name);
  if (property === undefined) throw new Error(`'${name}' is not among the definitions of image properties`);
  return property;
}

/** What the original's language takes for false. */
function isEmpty(given: unknown): boolean {
  if (typeof given === 'object' && given !== null) return Object.keys(given).length === 0;
  return !given;
}
