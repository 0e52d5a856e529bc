import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A metadata definition that somebody else has written, as far as it is about properties. */
export interface ForeignMetadef {
  readonly file: string;
  readonly associations: readonly ForeignAssociation[];
  /** Its own properties, and those of its objects. */
  readonly properties: readonly ForeignProperty[];
}

export interface ForeignAssociation {
  readonly resourceType: string;
  readonly prefix: string;
  readonly target: string | null;
}

export interface ForeignProperty {
  readonly name: string;
  /** As it stands there. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Why a file cannot be used. */
export interface MetadefFault {
  readonly file: string;
  readonly text: string;
}

export interface ReadMetadefs {
  readonly metadefs: readonly ForeignMetadef[];
  readonly faults: readonly MetadefFault[];
}

/** The metadata definitions in a directory, by file name: those that Glance would load, and no others. */
export async function readMetadefs(directory: string): Promise<ReadMetadefs> {
  const metadefs: ForeignMetadef[] = [];
  const faults: MetadefFault[] = [];
  for (const file of await jsonFiles(directory)) {
    try {
      metadefs.push(parse(file, await readFile(join(directory, file), 'utf8')));
    } catch (error) {
      // A file that cannot be read is a fault of the directory, as one is that is no metadata definition.
      faults.push({ file, text: (error as Error).message });
    }
  }
  return { metadefs, faults };
}

async function jsonFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((entry) => entry.name.endsWith('.json') && (entry.isFile() || entry.isSymbolicLink()))
    .map(({ name }) => name)
    .sort();
}

class Malformed extends Error {}

type JsonObject = Readonly<Record<string, unknown>>;

function parse(file: string, text: string): ForeignMetadef {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Malformed(`is not JSON: ${(error as SyntaxError).message}`);
  }
  const namespace = objectAt(json, 'the file');
  if (typeof namespace['namespace'] !== 'string') throw new Malformed(`has no 'namespace'`);
  const objects = listAt(namespace['objects'], 'objects').map((each, index) =>
    objectAt(each, `objects[${index}]`),
  );
  return {
    file,
    associations: listAt(namespace['resource_type_associations'], 'resource_type_associations').map(
      association,
    ),
    properties: [
      ...properties(namespace['properties'], 'properties'),
      ...objects.flatMap((each, index) => properties(each['properties'], `objects[${index}].properties`)),
    ],
  };
}

function association(each: unknown, index: number): ForeignAssociation {
  const place = `resource_type_associations[${index}]`;
  const { name, prefix, properties_target: target } = objectAt(each, place);
  if (typeof name !== 'string') throw new Malformed(`${place} has no 'name'`);
  return {
    resourceType: name,
    prefix: optionalText(prefix, `${place}.prefix`) ?? '',
    target: optionalText(target, `${place}.properties_target`),
  };
}

function properties(value: unknown, place: string): ForeignProperty[] {
  if (isAbsent(value)) return [];
  return Object.entries(objectAt(value, place)).map(([name, schema]) => ({
    name,
    schema: objectAt(schema, `${place}.${name}`),
  }));
}

/** Glance exports null where there is nothing. */
function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function objectAt(value: unknown, place: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Malformed(`${place} is not an object`);
  }
  return value as JsonObject;
}

function listAt(value: unknown, place: string): readonly unknown[] {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) throw new Malformed(`${place} is not a list`);
  return value;
}

function optionalText(value: unknown, place: string): string | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'string') throw new Malformed(`${place} is not a text`);
  return value;
}
