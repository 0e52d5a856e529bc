import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./opener.ts', import.meta.url));

/** The user and group 'nobody', for whom permissions count. */
const nobody = { uid: 65534, gid: 65534 };

/**
 * What comes of opening a ledger as a user who may not do everything: as ourselves, or as nobody if we are root.
 * Null where nobody cannot even read this program.
 */
export function openUnprivileged(mode: 'read' | 'write', path: string): string | null {
  const user = process.getuid?.() === 0 ? nobody : {};
  const { status, stdout } = spawnSync(process.execPath, [program, mode, path], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  });
  return status === 0 ? stdout : null;
}
