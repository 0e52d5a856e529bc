import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

const directory = mkdtempSync(join(tmpdir(), 'extra-specs-'));
after(() => rmSync(directory, { recursive: true }));

describe('the program', () => {
  test('ends when it is done, even if a plug-in is not', () => {
    const plugin = join(directory, 'plugin');
    mkdirSync(plugin);
    const berth = { extraSpecs: { busy: './busy.js' } };
    writeFileSync(
      join(plugin, 'package.json'),
      JSON.stringify({ name: 'busy', version: '1.0.0', type: 'module', berth }),
    );
    writeFileSync(
      join(plugin, 'busy.js'),
      `setInterval(() => {}, 1000);
export default { name: 'busy', description: 'B', specs: [{ name: 'a', description: 'A', value: { type: 'boolean' } }] };`,
    );
    const { status, stdout, signal } = run('check --plugin ./plugin busy:a=maybe');
    assert.deepEqual([status, signal], [1, null]);
    assert.match(stdout, /'maybe' is not a valid boolean-like value[^]*1 error, 0 warnings\n$/);
  });

  test('prints all of a long document before it ends', () => {
    assert.match(run('render html').stdout, /<\/html>\n$/);
  });

  test('says in a line that what it prints cannot be written', (context) => {
    if (!existsSync('/dev/full')) return context.skip('THERE IS NO /dev/full: nothing was tried');
    const { status, stderr } = run('render html > /dev/full');
    assert.equal(status, 1);
    assert.match(stderr, /^extra-specs: ENOSPC.*\n$/);
  });

  test('is content when nobody reads to the end', () => {
    const { stdout, stderr } = run('render html | head -c 9');
    assert.deepEqual([stdout, stderr], ['<!doctype', '']);
  });
});

function run(command: string) {
  const program = join(import.meta.dirname, '../../../../bin/extra-specs');
  return spawnSync('sh', ['-c', `'${program}' ${command}`], {
    encoding: 'utf8',
    cwd: directory,
    timeout: 120_000,
    maxBuffer: 64 * 1024 * 1024,
  });
}
