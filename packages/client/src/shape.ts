/**
 * How something looks that came from outside. It gives the value as it is read, or throws `Misshapen`, which says where it is not so.
 */
export type Shape<Value> = (value: unknown, place: string) => Value;

export class Misshapen extends Error {
  override readonly name = 'Misshapen';

  constructor(place: string, expected: string) {
    super(`${place} is no ${expected}`);
  }
}

export const text: Shape<string> = (value, place) => {
  if (typeof value !== 'string') throw new Misshapen(place, 'string');
  return value;
};

export const number: Shape<number> = (value, place) => {
  if (typeof value !== 'number') throw new Misshapen(place, 'number');
  return value;
};

export const integer: Shape<number> = (value, place) => {
  if (!Number.isSafeInteger(value)) throw new Misshapen(place, 'integer');
  return value as number;
};

export const boolean: Shape<boolean> = (value, place) => {
  if (typeof value !== 'boolean') throw new Misshapen(place, 'boolean');
  return value;
};

export function nullable<Value>(shape: Shape<Value>): Shape<Value | null> {
  return (value, place) => (value === null ? null : shape(value, place));
}

/** Not there, or of the shape. */
export function optional<Value>(shape: Shape<Value>): Shape<Value | undefined> {
  return (value, place) => (value === undefined ? undefined : shape(value, place));
}

export function listOf<Value>(shape: Shape<Value>): Shape<Value[]> {
  return (value, place) => {
    if (!Array.isArray(value)) throw new Misshapen(place, 'list');
    return value.map((member, index) => shape(member, `${place}[${index}]`));
  };
}

/** An object of which the keys are names of something. */
export function byName<Value>(shape: Shape<Value>): Shape<Record<string, Value>> {
  return (value, place) => {
    const members = Object.entries(object(value, place));
    return Object.fromEntries(members.map(([name, member]) => [name, shape(member, `${place}.${name}`)]));
  };
}

/** An object with these members; others are passed over, since a newer service may tell more. */
export function members<Shapes extends Readonly<Record<string, Shape<unknown>>>>(
  shapes: Shapes,
): Shape<{ [Name in keyof Shapes]: ReturnType<Shapes[Name]> }> {
  return (value, place) => {
    const found = object(value, place);
    const read = Object.entries(shapes).map(([name, shape]) => [
      name,
      shape(found[name], `${place}.${name}`),
    ]);
    // One member for each shape, read by it.
    return Object.fromEntries(read) as { [Name in keyof Shapes]: ReturnType<Shapes[Name]> };
  };
}

function object(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Misshapen(place, 'object');
  return value as Readonly<Record<string, unknown>>;
}
