import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Server, startCommand } from './server.ts';

const program = fileURLToPath(new URL('oracle.py', import.meta.url));
const python = '/usr/bin/python3';

/** Whether the original Placement is installed here (Debian: python3-placement, python3-waitress). */
export function hasOracle(): boolean {
  return spawnSync(python, ['-c', 'import placement.deploy, waitress']).status === 0;
}

/**
 * Starts the original. Python orders its sets by a hash that differs from process to process;
 * `hashSeed` pins it, so that one seed of ours gives the same answers again. Two oracles with different hash
 * seeds show what the original itself leaves to chance. `prefix` is its WSGI script name, `settings` are options of placement.conf, as
 * 'api.auth_strategy'.
 */
export async function startOracle(
  hashSeed: number,
  prefix = '',
  settings: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const set = Object.entries(settings).map(([name, value]) => ` --set "${name}=${value}"`);
  const command = `${python} ${program} --port {port} --dir {dir} --prefix "${prefix}"${set.join('')}`;
  const running = await startCommand(command, { PYTHONHASHSEED: String(hashSeed) });
  const reset = async (): Promise<void> => {
    const answer = await running.peer.send({ method: 'POST', path: '/__oracle__/reset', headers: {} });
    if (answer.status !== 204) throw new Error(`the oracle did not reset: ${answer.status} ${answer.text}`);
  };
  return { ...running, reset, restart: reset };
}
