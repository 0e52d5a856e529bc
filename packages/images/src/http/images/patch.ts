import { badRequest } from '@berth/api-kit/http-error.ts';
import { isArray, isObject, type JsonObject } from '@berth/api-kit/json/json-type.ts';
import { olderPatch } from '../dialect/refuse-other-patches.ts';
import { forbidden } from '../dialect/remarked-error.ts';
import { takenJson } from '../taken-json.ts';
import { checkImageMembers } from './image-schema.ts';
import { isReserved, reserved } from './reserved-names.ts';

/** One step of a patch: what is to become of one member of an image. */
export interface PatchStep {
  readonly op: Operation;
  readonly key: string;
  /** Undefined where it is removed. */
  readonly value: unknown;
  /** In the older form nothing that is there can be added. */
  readonly isOlder: boolean;
}

const operations = ['add', 'remove', 'replace'] as const;
type Operation = (typeof operations)[number];

const readOnly: ReadonlySet<string> = new Set([
  'created_at',
  'updated_at',
  'status',
  'checksum',
  'size',
  'virtual_size',
  'direct_url',
  'self',
  'file',
  'schema',
  'id',
  'os_hash_algo',
  'os_hash_value',
]);

/** The steps of a patch in either form; they are checked one after the other, and the first that is wrong is told. */
export function takePatch(sent: unknown, contentType: string): readonly PatchStep[] {
  const list = takenJson(sent);
  if (!isArray(list)) throw badRequest('Request body must be a JSON array of operation objects.');
  if (list.length > stepsMax) throw badRequest(`A patch may have ${stepsMax} operations.`);
  const isOlder = contentType.startsWith(olderPatch);
  return list.map((each) => {
    if (!isObject(each)) throw badRequest('Operations must be JSON objects.');
    return takeStep(each, isOlder);
  });
}

const stepsMax = 1_000;

function takeStep(change: JsonObject, isOlder: boolean): PatchStep {
  const op = isOlder ? olderOperation(change) : newerOperation(change);
  const pointer = isOlder ? change[op] : change['path'];
  if (pointer === undefined) throw badRequest("Unable to find 'path' in JSON Schema change");
  const path = decoded(pointer);
  const [key = ''] = path;
  // Locations are the one list whose parts have paths.
  const depth = key === 'locations' && op !== 'replace' ? 2 : 1;
  if (path.length !== depth) throw badRequest(`Invalid JSON pointer for this resource: '/${path.join('/')}'`);
  if (op !== 'remove' && !Object.hasOwn(change, 'value'))
    throw badRequest(`Operation "${op}" requires a member named "value".`);
  const value = op === 'remove' ? undefined : change['value'];
  if (readOnly.has(key)) throw forbidden(`Attribute '${key}' is read-only.`);
  if (isReserved(key)) throw reserved(key);
  if (op !== 'remove') checkImageMembers({ [key]: path.length === 1 ? value : [value] });
  if (key.length > longestKey) throw badRequest('Custom property should not be greater than 255 characters.');
  return { op, key, value, isOlder };
}

const longestKey = 255;

function newerOperation({ op }: JsonObject): Operation {
  const names = operations.join(', ');
  if (op === undefined || op === null)
    throw badRequest(
      `Unable to find \`op\` in JSON Schema change. It must be one of the following: ${names}.`,
    );
  const known = operations.find((each) => each === op);
  if (known === undefined)
    throw badRequest(
      `Invalid operation: \`${typeof op === 'string' ? op : JSON.stringify(op)}\`. It must be one of the following: ${names}.`,
    );
  return known;
}

function olderOperation(change: JsonObject): Operation {
  const [op, ...more] = operations.filter((each) => Object.hasOwn(change, each));
  const words = 'named "add", "remove", or "replace".';
  if (more.length > 0) throw badRequest(`Operation objects must contain only one member ${words}`);
  if (op === undefined) throw badRequest(`Operation objects must contain exactly one member ${words}`);
  return op;
}

/** The parts of a JSON pointer. */
function decoded(pointer: unknown): readonly string[] {
  if (typeof pointer !== 'string') throw badRequest('A pointer is a text.');
  const complain = (what: string) => badRequest(`Pointer \`${pointer}\` ${what}`);
  if (!pointer.startsWith('/')) throw complain('does not start with "/".');
  if (/\/\s*?\//.test(pointer.slice(1))) throw complain('contains adjacent "/".');
  if (pointer.length > 1 && pointer.endsWith('/')) throw complain('end with "/".');
  if (/~[^01]/.test(pointer) || pointer.endsWith('~'))
    throw complain('contains "~" not part of a recognized escape sequence.');
  return pointer
    .replace(/^\/+/, '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~').trim());
}
