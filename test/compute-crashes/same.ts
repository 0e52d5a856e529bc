import { canonical } from '../differential/canonical.ts';
import { Wrong } from './wrong.ts';

/** Throws where two values do not say the same. */
export function same(what: string, expected: unknown, found: unknown): void {
  const [one, other] = [JSON.stringify(canonical(expected)), JSON.stringify(canonical(found))];
  if (one !== other) throw new Wrong(`${what}: expected ${one}\n  and found ${other}`);
}
