import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** What `npm install` brings into the house: nothing without a hash, from no registry in particular, and without a script. */
const root = join(import.meta.dirname, '..');

interface Locked {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const settings = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
};
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
);

test('all that a running Berth is made of has a hash, the Node that runs it too', () => {
  for (const [path, { integrity, dev, optional }] of installed) {
    // Tools of development for platforms that we have none of: their versions are fixed, but nobody here has seen them.
    if (dev === true && optional === true) continue;
    assert.match(integrity ?? '', /^sha512-/, path);
  }
  const runtimes = Object.entries(settings.optionalDependencies);
  assert.ok(runtimes.length >= 4);
  for (const [name, version] of runtimes) {
    assert.match(name, /^node-/);
    assert.match(packages[`node_modules/${name}`]?.integrity ?? '', /^sha512-/, name);
    assert.equal(packages[`node_modules/${name}`]?.version, version);
    assert.equal(version, runtimes[0]?.[1], 'one version for all platforms');
  }
});

test('no registry is named', () => {
  for (const [path, { resolved }] of installed) assert.equal(resolved, undefined, path);
});

test('no package runs a script when it is installed', () => {
  const withScripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  for (const [path] of withScripts)
    assert.equal(settings.allowScripts[path.replace('node_modules/', '')], false, path);
  assert.equal(Object.keys(settings.allowScripts).length, withScripts.length, 'nobody else is spoken of');
});
