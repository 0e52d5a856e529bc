import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { firstCustomOrder } from '../resource-class.ts';
import { standardClasses } from './resource-classes.ts';
import { standardTraits } from './traits.ts';

describe('the standard traits', () => {
  test('are sorted, without a repetition', () => {
    assert.deepEqual(standardTraits, [...new Set(standardTraits)].sort());
  });

  test('are well-formed, and none of them is custom', () => {
    for (const trait of standardTraits) {
      assert.match(trait, /^[A-Z0-9_]+$/);
      assert.doesNotMatch(trait, /^CUSTOM_/);
    }
  });

  test('contain all that the installed os-traits knows', (context) => {
    const installed = askPython('import os_traits; names = os_traits.get_traits()');
    if (installed === null) return context.skip('python3-os-traits IS NOT INSTALLED: nothing was compared');
    assert.ok(installed.length > 300);
    const known = new Set(standardTraits);
    assert.deepEqual(
      installed.filter((trait) => !known.has(trait)),
      [],
    );
  });
});

describe('the standard resource classes', () => {
  test('are well-formed, without a repetition, and leave the ids of custom classes free', () => {
    for (const name of standardClasses) assert.match(name, /^[A-Z0-9_]+$/);
    assert.equal(new Set(standardClasses).size, standardClasses.length);
    assert.ok(standardClasses.length < firstCustomOrder);
  });

  test('begin with those of the installed os-resource-classes, in their order', (context) => {
    const installed = askPython('import os_resource_classes; names = os_resource_classes.STANDARDS');
    if (installed === null) {
      return context.skip('python3-os-resource-classes IS NOT INSTALLED: nothing was compared');
    }
    assert.ok(installed.length > 20);
    assert.deepEqual(standardClasses.slice(0, installed.length), installed);
  });
});

/** The list that a Python program leaves in `names`; null when there is no Python or the module is missing. */
function askPython(program: string): readonly string[] | null {
  const python = spawnSync('/usr/bin/python3', ['-c', `${program}; print("\\n".join(names))`], {
    encoding: 'utf8',
  });
  const isMissing = python.error !== undefined || python.stderr.includes('ModuleNotFoundError');
  if (isMissing) return null;
  assert.equal(python.status, 0, python.stderr);
  return python.stdout.trim().split('\n');
}
