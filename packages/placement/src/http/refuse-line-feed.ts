import { badRequest } from '@berth/api-kit/http-error.ts';
import { pythonRepr } from '@berth/api-kit/json/python-text.ts';
import { customName } from './fragments.ts';

/**
 * The pattern of custom names is Python's, whose `$` lets a final line feed pass. A name that ends in one could be
 * shown neither in a location header nor in a candidate, so it is refused in the words of the pattern.
 */
export function refuseLineFeed(name: string): void {
  if (!name.endsWith('\n')) return;
  throw badRequest(`JSON does not validate: ${pythonRepr(name)} does not match ${pythonRepr(customName)}`);
}
