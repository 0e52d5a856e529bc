import type { Scenario } from '../player.ts';

const publicKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBnHhSPMbfOlqZE4yV2gxCJrkqfDl9xYNBnNTDBmvzOU nobody@nowhere';

export const keyPairs: Scenario = async ({ ask, from }) => {
  const keypair = { name: 'mine', public_key: publicKey, ...from('2.2', { type: 'ssh' }) };
  await ask('POST /os-keypairs', { keypair });
  await ask('POST /os-keypairs', { keypair });
  await ask('POST /os-keypairs', { keypair: { ...keypair, name: 'a/b' } });
  await ask('POST /os-keypairs', { keypair: { ...keypair, user_id: 'bob' } });
  await ask('POST /os-keypairs', { keypair: { name: 'made' } });
  await ask('GET /os-keypairs');
  await ask('GET /os-keypairs?limit=1');
  await ask('GET /os-keypairs?marker=none');
  await ask('GET /os-keypairs?user_id=bob');
  await ask('GET /os-keypairs/mine');
  await ask('GET /os-keypairs/none');
  await ask('DELETE /os-keypairs/mine');
  await ask('DELETE /os-keypairs/mine');
};
