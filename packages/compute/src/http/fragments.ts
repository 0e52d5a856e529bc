import type { JsonSchema } from '@berth/api-kit/json/schema.ts';

const words = {
  true: ['True', 'TRUE', 'true', '1', 'ON', 'On', 'on', 'YES', 'Yes', 'yes'],
  false: ['False', 'FALSE', 'false', '0', 'OFF', 'Off', 'off', 'NO', 'No', 'no'],
};

/** A boolean, or a word for one. */
export const booleanWords: JsonSchema = {
  type: ['boolean', 'string'],
  enum: [true, ...words.true, false, ...words.false],
};

/** What `booleanWords` has let through. */
export function booleanOf(value: string | boolean): boolean {
  return typeof value === 'boolean' ? value : words.true.includes(value);
}
