import { askKeystone, KeystoneUnavailable } from './ask-keystone.ts';
import type { KeystoneSettings } from './keystone-settings.ts';
import type { OwnToken } from './own-token.ts';
import { type ValidatedToken, validatedToken } from './validated-token.ts';

/**
 * Asks Keystone about a token; null where it knows no such token, or no longer. If Keystone does not accept our own
 * token any more, the question is put once again with a new one.
 */
export async function lookUpToken(
  settings: KeystoneSettings,
  own: OwnToken,
  token: string,
  allowExpired: boolean,
  signal: AbortSignal,
): Promise<ValidatedToken | null> {
  const path = `/auth/tokens?nocatalog${allowExpired ? '&allow_expired=1' : ''}`;
  const askAs = (ownToken: string) => {
    const headers = { 'x-auth-token': ownToken, 'x-subject-token': token };
    return askKeystone(settings, { method: 'GET', path, headers }, signal);
  };

  const ownToken = await own.get();
  let answer = await askAs(ownToken);
  if (answer.status === 401) answer = await askAs(await own.getOtherThan(ownToken));

  if (answer.status === 404) return null;
  if (answer.status !== 200) throw new KeystoneUnavailable(complaint(settings.url, answer.status));
  const found = validatedToken(answer.body);
  if (found !== null) return found;
  throw new KeystoneUnavailable(`Keystone at ${settings.url} answered with something other than a token`);
}

function complaint(url: string, status: number): string {
  switch (status) {
    case 401:
      return `Keystone at ${url} does not accept the token that it has just given to this service`;
    case 403:
      return `Keystone at ${url} does not let this service's user look at tokens (status 403): it lacks the role`;
    default:
      return `Keystone at ${url} answered with status ${status} (is the address right?)`;
  }
}
