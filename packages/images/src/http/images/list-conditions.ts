import { badRequest } from '@berth/api-kit/http-error.ts';
import { isoTime } from '@berth/api-kit/iso-time.ts';
import { pythonInteger } from '@berth/api-kit/python-integer.ts';
import type { Image } from '../../domain/image.ts';
import { quotedValues } from './quoted-values.ts';

/** What an image in a list has to be. */
export type Condition = (image: Image) => boolean;

/** What a parameter of a list asks for. What is not one of the members of all images is a property. */
export function conditionOf(name: string, value: string): Condition {
  if (name === 'checksum') return ({ content }) => content?.md5 === value;
  if (name === 'os_hash_value') return ({ content }) => content?.sha512 === value;
  if (name.endsWith('_min') || name.endsWith('_max')) return inRange(name, value);
  const time = times[name];
  if (time !== undefined) return madeWhen(name, time, value);
  const text = texts[name];
  if (text !== undefined) return isOneOf(text, value);
  const amount = amounts[name];
  if (amount !== undefined) return (image) => amount(image) === wholeNumber(value);
  if (name === 'owner') return ({ owner }) => owner === value;
  if (name === 'os_hash_algo') return ({ content }) => content !== null && value === 'sha512';
  return ({ properties }) => Object.hasOwn(properties, name) && properties[name] === value;
}

type Of<Value> = Readonly<Record<string, ((image: Image) => Value | null) | undefined>>;

const amounts: Of<number> = named({
  size: ({ content }: Image) => content?.sizeBytes ?? null,
  virtual_size: ({ content }: Image) => content?.virtualBytes ?? null,
  min_ram: ({ minMemoryMb }: Image) => minMemoryMb,
  min_disk: ({ minDiskGb }: Image) => minDiskGb,
});

const texts: Of<string> = named({
  name: ({ name }: Image) => name,
  id: ({ id }: Image) => id,
  status: ({ status }: Image) => status,
  container_format: ({ containerFormat }: Image) => containerFormat,
  disk_format: ({ diskFormat }: Image) => diskFormat,
});

const times: Of<number> = named({
  created_at: ({ createdAt }: Image) => createdAt,
  updated_at: ({ updatedAt }: Image) => updatedAt,
});

/** Without what every object has: a property may be called `constructor`. */
function named<Value>(table: Record<string, (image: Image) => Value | null>): Of<Value> {
  return Object.assign(Object.create(null) as object, table);
}

/** Null where it is none, so that it is nothing's. */
function wholeNumber(text: string): number | undefined {
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

function inRange(name: string, value: string): Condition {
  const bound = pythonInteger(value);
  const amount = amounts[name.slice(0, -4)];
  if (bound === null || amount === undefined)
    throw badRequest('Unable to filter on a range with a non-numeric value.');
  const isLeast = name.endsWith('_min');
  return (image) => {
    const has = amount(image);
    return has !== null && (isLeast ? has >= bound : has <= bound);
  };
}

function madeWhen(name: string, time: (image: Image) => number | null, value: string): Condition {
  const { operator, operand } = takenApart(value);
  const bound = isoTime(operand);
  if (bound === null) throw badRequest(`Bad "${name}" query filter format. Use ISO 8601 DateTime notation.`);
  const compare = comparisons[operator];
  if (compare === undefined) throw badRequest('Unable to filter on a unknown operator.');
  return (image) => compare(time(image) as number, bound); // Every image has both times.
}

const comparisons: Readonly<Record<string, ((time: number, bound: number) => boolean) | undefined>> =
  Object.assign(Object.create(null) as object, {
    gt: (time: number, bound: number) => time > bound,
    gte: (time: number, bound: number) => time >= bound,
    lt: (time: number, bound: number) => time < bound,
    lte: (time: number, bound: number) => time <= bound,
    eq: (time: number, bound: number) => time === bound,
    neq: (time: number, bound: number) => time !== bound,
  });

function isOneOf(text: (image: Image) => string | null, value: string): Condition {
  const { operator, operand } = takenApart(value);
  if (operator === 'eq') return (image) => text(image) === operand;
  if (operator !== 'in') throw badRequest(`Unable to filter by unknown operator '${operator}'.`);
  const wanted = new Set(quotedValues(operand));
  return (image) => {
    const has = text(image);
    return has !== null && wanted.has(has);
  };
}

/** The colons of a time are not those behind an operator. */
function takenApart(value: string): { readonly operator: string; readonly operand: string } {
  const colon = value.indexOf(':');
  if (colon < 0 || isoTime(value) !== null) return { operator: 'eq', operand: value };
  return { operator: value.slice(0, colon), operand: value.slice(colon + 1) };
}
