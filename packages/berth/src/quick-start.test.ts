import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../../..');

/** What is printed by a program that is loaded as `bin/berth` loads it. */
function run(program: string, ...options: readonly string[]): string {
  const directory = join(root, 'packages/berth/src');
  return execFileSync(process.execPath, [...options, '--input-type=module', '--eval', program], {
    cwd: directory,
    encoding: 'utf8',
  });
}

const preload = ['--require', join(root, 'bin/own-modules.cjs')];
const all = `await Promise.all([import('./opening/open-cloud.ts'), import('./cloud/cloud.ts'), import('./commands/dispatch.ts')]);`;

test('a start loads no client for fetch: somebody imports what brings it with it', () => {
  const loaded = run(
    `${all} console.log(process.moduleLoadList.filter((name) => /undici/.test(name)).join())`,
  );
  assert.equal(loaded.trim(), '');
});

test('modules are found where Node finds them by itself', () => {
  const told = `
    const { registerHooks } = await import('node:module');
    const found = new Set();
    registerHooks({ load: (url, context, next) => (found.add(url + ' ' + context.format), next(url, context)) });
    ${all}
    console.log([...found].sort().join('\\n'));`;
  const [own, ofNode] = [run(told, ...preload), run(told)];
  assert.ok(own.split('\n').length > 1_000, own);
  assert.equal(own, ofNode);
});
