import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredToken } from '@berth/api-kit/auth/own-token.ts';
import type { TokenStores } from '@berth/client/credentials/keystone-session.ts';

/** Where tokens are kept between calls: below XDG_CACHE_HOME, else below the home directory. */
export function tokenDirectory(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const caches = environment['XDG_CACHE_HOME'];
  return join(caches === undefined || caches === '' ? join(home, '.cache') : caches, 'berth', 'tokens');
}

/**
 * A file for each address of identity and each credentials, readable by its owner alone. It is a convenience: a file that cannot be read or written, or is of
 * another form, is as good as none.
 */
export function tokenFiles(directory: string): TokenStores {
  return (authUrl, credentials) => {
    // Of all of it, so that a password that is wrong finds no token that another one got.
    const digest = createHash('sha256')
      .update(JSON.stringify([authUrl, credentials]))
      .digest('hex');
    const path = join(directory, `${digest}.json`);
    return { read: () => readToken(path), write: (token) => writeToken(directory, path, token) };
  };
}

function readToken(path: string): StoredToken | null {
  try {
    const stored = JSON.parse(readFileSync(path, 'utf8')) as Partial<StoredToken>;
    const { value, catalog, project, renewAt } = stored;
    // Earlier versions have not kept the project.
    return typeof value === 'string' && typeof renewAt === 'number' && project !== undefined
      ? { value, catalog, project, renewAt }
      : null;
  } catch {
    return null;
  }
}

function writeToken(directory: string, path: string, token: StoredToken): void {
  const fresh = `${path}.${randomUUID()}`;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // Whoever reads at the same time sees the one or the other, and nobody sees half of it.
    writeFileSync(fresh, JSON.stringify(token), { mode: 0o600, flag: 'wx' });
    renameSync(fresh, path);
  } catch {
    rmSync(fresh, { force: true });
  }
}
