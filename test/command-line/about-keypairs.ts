import assert from 'node:assert/strict';
import type { BothTools } from './both-tools.ts';

/** Private keys are written to files in this directory. */
export async function aboutKeypairs(tools: BothTools, directory: string): Promise<void> {
  await tools.agreeOnChange('keypair create key-@', 'value');
  await tools.agreeOnChange(`keypair create kept-@ --private-key ${directory}/key-@`);
  // Behind the key, openstack prints an empty object: what is not alike is told in docs/command-line.md.
  const { output } = await tools.openstack('keypair create odd -f json');
  assert.match(output, /-----END RSA PRIVATE KEY-----\n\{\}\n$/);
  for (const command of ['keypair list', 'keypair show key-O']) await tools.agree(command);
  await tools.agreeOnChange('keypair delete key-@ kept-@', null);
  await tools.agree('keypair list', ['json']);
}
