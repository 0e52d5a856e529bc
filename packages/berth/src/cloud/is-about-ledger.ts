import type { ApiRequest } from '@berth/api-kit/request.ts';
import { extensionPrefixes } from '@berth/placement/http/route-paths.ts';

/**
 * Whether a request is about the whole ledger. Placement has no prefix of its own, since clients expect it at the root; and some of what
 * it has is below /berth/ as well.
 */
export function isAboutLedger({ target }: Pick<ApiRequest, 'target'>): boolean {
  return target.startsWith('/berth/') && !extensionPrefixes.some((path) => target.startsWith(path));
}
