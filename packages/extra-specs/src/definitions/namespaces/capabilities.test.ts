import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { debianPython, hasNova } from '../../testing/nova/real-nova.ts';
import { capabilities } from './capabilities.ts';

/** Set only once a host has reported. */
const afterReport = 'stats';

test('the capabilities that no host fulfils are those that the scheduler of real Nova does not keep', (context) => {
  if (!hasNova(context)) return;
  const kept = [...membersOfHostState(), afterReport];
  const claimed = capabilities.specs.filter(({ description }) => description.includes('does not keep it'));
  assert.ok(claimed.length > 10);
  assert.deepEqual(
    claimed.map(nameOf),
    capabilities.specs.map(nameOf).filter((name) => !kept.includes(name)),
  );
});

function nameOf({ name }: { readonly name: string }): string {
  return name.replace('{filter}', '');
}

function membersOfHostState(): readonly string[] {
  const program = `
import json
from nova.scheduler.host_manager import HostState
print(json.dumps(list(vars(HostState('host', 'node', 'cell')))))`;
  const { status, stdout, stderr } = spawnSync(debianPython, ['-c', program], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout) as string[];
}
