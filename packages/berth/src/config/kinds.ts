import { availableParallelism } from 'node:os';
import { isPathPrefix } from '@berth/api-kit/server/request-of.ts';
import { LedgerPlace } from './ledger-place.ts';
import { Secret } from '@berth/client/credentials/secret.ts';
import { mayHoldSecret } from './shown-argument.ts';

/**
 * What a setting's value may be. It is always written as text, on the command line and in the environment as
 * in the file, so that one value is read in one way wherever it comes from.
 */
export interface Kind<Value> {
  /** What stands for a value in a line of help: 'PORT'. Null where the flag alone is a value. */
  readonly placeholder: string | null;
  /** Continues "must be …". */
  readonly description: string;
  readonly isList: boolean;
  /** Undefined for a text that is none of this kind. */
  parse(text: string): Value | undefined;
  /** Whether a text that is none of this kind may still have a secret in it, so that it is not repeated. */
  readonly mayHoldSecret?: (text: string) => boolean;
}

export function text(placeholder: string): Kind<string> {
  return {
    placeholder,
    description: 'a text that is not empty',
    isList: false,
    parse: (text) => (text === '' ? undefined : text),
  };
}

/** Where below its host a service is. A slash at its end is not a part of it. */
export function pathPrefix(): Kind<string> {
  return {
    placeholder: 'PATH',
    description: 'a path such as /placement, in letters, digits, dots, dashes, underscores and tildes',
    isList: false,
    parse: (text) => {
      const prefix = text.replace(/\/$/, '');
      return isPathPrefix(prefix) ? prefix : undefined;
    },
  };
}

/** Nobody is asked with a password in the URL, and URLs are printed: so there must be none in one. */
export function url(): Kind<string> {
  return {
    placeholder: 'URL',
    description: 'an http or https URL, without user, password or query',
    isList: false,
    parse: (text) => {
      const parsed = URL.parse(text);
      return parsed !== null && /^https?:$/.test(parsed.protocol) && !/[@?#]/.test(text) ? text : undefined;
    },
    mayHoldSecret,
  };
}

/** A password, a token: never shown. */
export function secret(placeholder: string): Kind<Secret> {
  return {
    placeholder,
    description: 'a text that is not empty',
    isList: false,
    parse: (text) => (text === '' ? undefined : new Secret(text)),
    mayHoldSecret: () => true,
  };
}

export function ledgerPlace(): Kind<LedgerPlace> {
  return {
    placeholder: 'FILE|URL',
    description:
      'a file, :memory:, or postgres://user@host/database (where @ / ? # in a name or password are written %40 %2F %3F %23)',
    isList: false,
    parse: (text) => LedgerPlace.parse(text),
    mayHoldSecret: () => true,
  };
}

export function integer(placeholder: string, min: number, max = Number.MAX_SAFE_INTEGER): Kind<number> {
  const limit = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
  return {
    placeholder,
    description: `a whole number ${limit}`,
    isList: false,
    parse: (text) => {
      const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

/** Any number, with or without a fraction, whose size is not beyond the bound. */
export function number(placeholder: string, bound: number): Kind<number> {
  return {
    placeholder,
    description: `a number from -${bound} to ${bound}`,
    isList: false,
    parse: (text) => {
      const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
      return Math.abs(value) <= bound ? value : undefined;
    },
  };
}

/** A number of 1 or more, or null for no limit; -1 is what upstream writes for that. */
export function limit(): Kind<number | null> {
  const number = integer('N', 1);
  return {
    ...number,
    description: `${number.description}, or -1 or none for no limit`,
    parse: (text) => (text === '-1' || text === 'none' ? null : number.parse(text)),
  };
}

/** How much of something somebody may have; -1, as Nova writes it, for as much as they like. */
export function quota(): Kind<number> {
  const number = integer('N', -1, 2_147_483_647);
  return { ...number, description: `${number.description}; -1 is no limit` };
}

/** How many threads, 1 or more; `auto` is one for each core. */
export function threads(): Kind<number> {
  const number = integer('N', 1, 256);
  return {
    ...number,
    description: `${number.description}, or auto for the number of cores`,
    parse: (text) => (text === 'auto' ? Math.min(availableParallelism(), 256) : number.parse(text)),
  };
}

export function boolean(): Kind<boolean> {
  const words = new Map([
    ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
    ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
  ]);
  return {
    placeholder: null,
    description: 'true or false',
    isList: false,
    parse: (text) => words.get(text.toLowerCase()),
  };
}

export function choice<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  return {
    placeholder: words.join('|'),
    description: `one of ${words.join(', ')}`,
    isList: false,
    parse: (text) => words.find((word) => word === text),
  };
}

/** In the file a list may also be a YAML list; a flag may be repeated. */
export function list(placeholder: string): Kind<readonly string[]> {
  return {
    placeholder: `${placeholder},…`,
    description: 'a list with commas',
    isList: true,
    parse: (text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
  };
}

/** Some of these words, in an order that is the user's. */
export function choices<const Word extends string>(
  placeholder: string,
  words: readonly Word[],
): Kind<readonly Word[]> {
  const any = list(placeholder);
  return {
    ...any,
    description: `a list with commas of any of ${words.join(', ')}, each at most once`,
    parse: (text) => {
      const given = any.parse(text) ?? [];
      const known = words.filter((word) => given.includes(word));
      if (known.length !== given.length) return undefined;
      return given as readonly Word[]; // There are as many that are known.
    },
  };
}

/** Milliseconds. A number without a unit is seconds. */
export function duration(): Kind<number> {
  return withUnit('TIME', 'a time such as 500ms, 30s, 10m, 12h or 7d', 's', {
    ms: 1,
    s: 1_000,
    m: 60_000,
    h: 3_600_000,
    d: 86_400_000,
  });
}

/** Milliseconds for a timer, which cannot be set to more than some days, and makes no sense with nothing. */
export function timeout(): Kind<number> {
  const any = duration();
  return {
    ...any,
    description: 'a time from 1ms to 1d, such as 500ms, 30s or 10m',
    parse: (text) => {
      const value = any.parse(text);
      return value !== undefined && value >= 1 && value <= 86_400_000 ? value : undefined;
    },
  };
}

/** Milliseconds, or -1 for never. */
export function durationOrNever(): Kind<number> {
  const any = duration();
  return {
    ...any,
    description: `${any.description}; -1 is never`,
    parse: (text) => (text === '-1' ? -1 : any.parse(text)),
  };
}

/** Bytes. A number without a unit is bytes. */
export function size(): Kind<number> {
  return withUnit('SIZE', 'a size such as 65536, 512KiB or 8MiB', 'B', {
    B: 1,
    KiB: 1024,
    MiB: 1024 ** 2,
    GiB: 1024 ** 3,
    TiB: 1024 ** 4,
  });
}

function withUnit(
  placeholder: string,
  description: string,
  defaultUnit: string,
  units: Readonly<Record<string, number>>,
): Kind<number> {
  return {
    placeholder,
    description,
    isList: false,
    parse: (text) => {
      const [, number, unit = defaultUnit] = /^(\d+)\s*([A-Za-z]+)?$/.exec(text) ?? [];
      const factor = units[unit];
      if (number === undefined || factor === undefined) return undefined;
      const value = Number(number) * factor;
      return Number.isSafeInteger(value) ? value : undefined;
    },
  };
}
