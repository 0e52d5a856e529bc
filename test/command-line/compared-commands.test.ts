import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ComparedCommands } from './compared-commands.ts';

test('a command counts as compared by its longest name, and in all formats that it needs', async () => {
  const compared = new ComparedCommands();
  compared.note('server resize confirm server-O', null);
  compared.note('keypair list --limit 1', 'json');
  compared.note('server evacuate server-O', 'json');
  const missing = await compared.missing();
  assert.ok(missing.includes('server resize') && !missing.includes('server resize confirm'));
  assert.ok(missing.includes('keypair list -f value') && !missing.includes('keypair list -f json'));
  assert.deepEqual(compared.needless(), ['server evacuate']);
  assert.throws(() => compared.note('serverless list', 'json'), /no command of openstack: serverless list/);
});
