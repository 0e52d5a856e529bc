import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { debianPython } from './debian-python.ts';

/** Debian's Keystone, on an empty database of its own, with its administrator. */
export interface RealKeystone extends AsyncDisposable {
  readonly url: string;
  readonly adminPassword: string;
  /** How long tokens live that are issued from now on. */
  setTokenLifetime(seconds: number): Promise<void>;
}

export async function realKeystone(): Promise<RealKeystone> {
  await using cleanUp = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'real-keystone-'));
  cleanUp.defer(() => rm(directory, { recursive: true }));

  const adminPassword = 'admin-password';
  const config = await writeConfig(directory);
  const script = new URL('serve_keystone.py', import.meta.url).pathname;
  const server = spawn(debianPython, [script, config, adminPassword], { stdio: ['pipe', 'pipe', 'pipe'] });
  const exited = once(server, 'exit');
  cleanUp.defer(async () => {
    server.stdin.end();
    await exited;
  });
  let complaints = '';
  server.stderr.on('data', (chunk) => {
    complaints += String(chunk);
  });
  const { value: port } = await createInterface(server.stdout)[Symbol.asyncIterator]().next();
  if (port === undefined) {
    await exited;
    assert.fail(`Keystone did not start: ${complaints}`);
  }
  const url = `http://127.0.0.1:${port}`;

  const owned = cleanUp.move();
  return {
    url,
    adminPassword,
    async setTokenLifetime(seconds) {
      const { status } = await fetch(`${url}/test/token-lifetime/${seconds}`, { method: 'PUT' });
      assert.equal(status, 204);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function writeConfig(directory: string): Promise<string> {
  const path = join(directory, 'keystone.conf');
  await mkdir(join(directory, 'fernet'), { mode: 0o700 });
  await mkdir(join(directory, 'credentials'), { mode: 0o700 });
  await writeFile(
    path,
    `[DEFAULT]
log_file = ${directory}/keystone.log
[database]
connection = sqlite:///${directory}/keystone.db
[fernet_tokens]
key_repository = ${directory}/fernet
[credential]
key_repository = ${directory}/credentials
[identity]
password_hash_rounds = 4
[cache]
enabled = true
backend = dogpile.cache.memory
`,
  );
  return path;
}
