import { isUuidLike } from '@berth/api-kit/json/uuid.ts';
import type { Vocabulary } from '@berth/api-kit/json/vocabulary.ts';

/** The words of JSON Schema as Nova reads them: numbers may be sent as digits, and names have a form. */
export const novaVocabulary: Vocabulary = {
  formats: {
    uuid: { has: (instance) => typeof instance === 'string' && isUuidLike(instance) },
    name: {
      has: isName,
      refusal:
        "An invalid 'name' value was provided. The name must be: printable characters. Can not start or end with whitespace.",
    },
  },
  numberIn: (instance) => {
    if (typeof instance === 'number') return instance;
    return typeof instance === 'string' && /^[0-9]+(\.[0-9]+)?$/.test(instance)
      ? Number(instance)
      : undefined;
  },
};

/** Printable as Python has it: no control, format, private or unassigned characters, no separators but the blank; and no blank at its ends. */
function isName(instance: unknown): boolean {
  return (
    typeof instance === 'string' && !/^\s|\s$/u.test(instance.replace(/\n$/, '')) && printable.test(instance)
  );
}

const printable = /^[^\p{C}\p{Zl}\p{Zp}]*\n?$/u;
