import { Float, type Value } from '../output/value.ts';

/** What a JSON text says, with numbers as they were written: 16.0 is no 16, and large ones lose nothing. */
export function exactJson(text: string): Value {
  return JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined) return value;
    if (/[.eE]/.test(source)) return new Float(value);
    return Number.isSafeInteger(value) ? value : BigInt(source);
  }) as Value;
}
