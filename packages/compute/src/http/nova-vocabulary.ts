import { isIPv4, isIPv6 } from 'node:net';
import { pythonRepr } from '@berth/api-kit/json/python-text.ts';
import { isUuidLike } from '@berth/api-kit/json/uuid.ts';
import type { Format, Vocabulary } from '@berth/api-kit/json/vocabulary.ts';
import { isPrintableText } from './printable-text.ts';
import { pythonFloat, pythonInteger } from './python-number.ts';
import { clientPattern } from './client-pattern.ts';
import { isoTime } from '@berth/api-kit/iso-time.ts';

/** The words of JSON Schema as Nova reads them: numbers may be sent as digits, and names have a form. */
export const novaVocabulary: Vocabulary = {
  formats: {
    uuid: { has: (instance) => typeof instance === 'string' && isUuidLike(instance) },
    // A regular expression, as far as it is one that can be looked for in bounded time.
    regex: { has: (instance) => typeof instance === 'string' && clientPattern(instance) !== null },
    'date-time': { has: (instance) => typeof instance === 'string' && isoTime(instance) !== null },
    ipv4: { has: (instance) => typeof instance !== 'string' || isIPv4(instance) },
    ipv6: {
      has: (instance) => typeof instance !== 'string' || (isIPv6(instance) && !instance.includes('%')),
    },
    base64: { has: isBase64 },
    name: {
      has: isName,
      refusal:
        "An invalid 'name' value was provided. The name must be: printable characters. Can not start or end with whitespace.",
    },
    /** Where blanks at the ends are cut off afterwards. */
    name_with_leading_trailing_spaces: {
      has: (instance) =>
        typeof instance === 'string' && isPrintableText(instance) && /[^\p{Z}\n]/u.test(instance),
      refusal:
        "An invalid 'name' value was provided. The name must be: printable characters with at least one non space character",
    },
    /** A colon is what separates it from the name of a host. */
    az_name: {
      has: (instance) => isName(instance) && !(instance as string).includes(':'),
      refusal:
        "An invalid 'name' value was provided. The name must be: printable characters except :.Can not start or end with whitespace.",
    },
    keypair_name: keypairName('_- '),
    /** From 2.92 on, it may look like an address. */
    keypair_name_292: keypairName('@._- '),
  },
  numberIn: (instance) => {
    const number = comparedNumber(instance);
    return number === undefined ? undefined : Number(number);
  },
  numberShown: (instance) => {
    const number = comparedNumber(instance);
    return typeof number === 'bigint' ? String(number) : pythonRepr(number ?? instance);
  },
};

/** What bounds are asked about: a whole number without what is behind its point, whatever was sent; a text that has one, with it. */
function comparedNumber(instance: unknown): bigint | number | undefined {
  if (typeof instance === 'number')
    return Number.isFinite(instance) ? BigInt(Math.trunc(instance)) : instance;
  if (typeof instance === 'boolean') return BigInt(instance);
  if (typeof instance !== 'string') return undefined;
  return pythonInteger(instance) ?? pythonFloat(instance) ?? undefined;
}

function keypairName(marks: string): Format {
  const allowed = `${marks}0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ`;
  return {
    has: (instance) =>
      typeof instance === 'string' && Array.from(instance).every((each) => allowed.includes(each)),
    refusal: `An invalid 'name' value was provided. The name must be: Only expected characters: [${allowed}]`,
  };
}

/** Printable, and no blank at either end, but for one line break at the end, which Python does not see. */
function isName(instance: unknown): boolean {
  if (typeof instance !== 'string' || !isPrintableText(instance)) return false;
  return !/^[\p{Z}\n]|\p{Z}\n?$/u.test(instance);
}

/** As Python reads it: what is not of its alphabet is passed over, and only what is left of a group of four is wrong. */
function isBase64(instance: unknown): boolean {
  // oxlint-disable-next-line no-control-regex
  if (typeof instance !== 'string' || !/^[\x00-\x7f]*$/.test(instance)) return false;
  let digits = 0;
  let pads = 0;
  for (const character of instance) {
    if (character === '=') {
      pads++;
      if (digits % 4 >= 2 && (digits % 4) + pads >= 4) return true;
    } else if (/[A-Za-z0-9+/]/.test(character)) {
      digits++;
      pads = 0;
    }
  }
  return digits % 4 === 0;
}
