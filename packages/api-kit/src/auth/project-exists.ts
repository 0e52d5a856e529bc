import { askKeystone, KeystoneUnavailable } from './ask-keystone.ts';
import { type KeystoneOptions, keystoneSettings } from './keystone-settings.ts';

/** Whether identity has such a project, asked with the caller's token; null: it cannot be known. */
export type ProjectExists = (id: string, token: string) => Promise<boolean | null>;

/**
 * Asks Keystone as the caller. Whoever may not look at projects, and everybody while Keystone is away, is not told: who asks then takes
 * the project for one, since a name that is wrong harms nobody but the one who has written it.
 */
export function projectExistsIn(options: KeystoneOptions): ProjectExists {
  const settings = keystoneSettings(options);
  return async (id, token) => {
    const path = `/projects/${encodeURIComponent(id)}`;
    try {
      const request = { method: 'GET', path, headers: { 'x-auth-token': token } } as const;
      const { status } = await askKeystone(settings, request, AbortSignal.timeout(settings.patienceMs));
      if (status === 200) return true;
      return status === 404 ? false : null;
    } catch (error) {
      if (error instanceof KeystoneUnavailable) return null;
      throw error;
    }
  };
}
