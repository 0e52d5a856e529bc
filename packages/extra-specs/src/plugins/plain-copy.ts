import { describeError } from './describe-error.ts';
import { EntryError } from './entry-error.ts';

const deepest = 16;
const mostValues = 100_000;

/**
 * A frozen copy, all the way down, of what JSON could say: whoever holds the original cannot change it any more. Every member is
 * read once. What JSON could not say is refused with its place, and so is what cannot be read, because a getter or a proxy throws.
 * Members that are undefined are left out, as in JSON.
 */
export function plainCopy(original: unknown): unknown {
  return new Copier().copy(original, '', 0);
}

class Copier {
  #left = mostValues;

  copy(original: unknown, path: string, depth: number): unknown {
    if (this.#left-- === 0) throw new EntryError(`what is exported has more than ${mostValues} values`);
    if (depth > deepest) throw new EntryError(`${called(path)} is too deep, or contains itself`);
    switch (typeof original) {
      case 'string':
      case 'boolean':
        return original;
      case 'number':
        if (Number.isFinite(original)) return original;
        throw new EntryError(`${called(path)} is ${original}`);
      case 'object':
        if (original === null) return null;
        return reading(path, () => Array.isArray(original))
          ? this.#list(original as readonly unknown[], path, depth)
          : this.#object(original as Readonly<Record<string, unknown>>, path, depth);
      default:
        throw new EntryError(`${called(path)} is of type ${typeof original}, which is not data`);
    }
  }

  #list(original: readonly unknown[], path: string, depth: number): readonly unknown[] {
    const list: unknown[] = [];
    const length = reading(path, () => original.length);
    for (let index = 0; index < length; index++) {
      const inner = `${path}[${index}]`;
      const item = reading(inner, () => original[index]);
      list.push(this.copy(item, inner, depth + 1));
    }
    return Object.freeze(list);
  }

  #object(original: Readonly<Record<string, unknown>>, path: string, depth: number): object {
    const prototype: unknown = reading(path, () => Object.getPrototypeOf(original));
    if (prototype !== null && prototype !== Object.prototype) {
      throw new EntryError(`${called(path)} is neither a plain object nor an array`);
    }
    const members: [string, unknown][] = [];
    for (const name of reading(path, () => Object.keys(original))) {
      const inner = path === '' ? name : `${path}.${name}`;
      const member = reading(inner, () => original[name]);
      if (member !== undefined) members.push([name, this.copy(member, inner, depth + 1)]);
    }
    // Not by assignment: a member `__proto__` is to be a member.
    return Object.freeze(Object.fromEntries(members));
  }
}

/** Looks at something that is not ours. */
function reading<Result>(path: string, look: () => Result): Result {
  try {
    return look();
  } catch (thrown) {
    throw new EntryError(`${called(path)} cannot be read: ${describeError(thrown)}`);
  }
}

function called(path: string): string {
  return path === '' ? 'what is exported' : path;
}
