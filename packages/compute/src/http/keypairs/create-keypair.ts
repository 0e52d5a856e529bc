import { unavailable } from '@berth/api-kit/http-error.ts';
import { refuseTooManyKeypairs } from '@berth/compute-engine/keypairs/create-keypair.ts';
import type { KeypairType } from '@berth/compute-engine/keypairs/keypair.ts';
import { generateKey } from '../../keys/generate-key.ts';
import { readPublicKey } from '../../keys/read-public-key.ts';
import { FewAtOnce } from '@berth/api-kit/few-at-once.ts';
import { askerOf } from '../asker-of.ts';
import { base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { versions } from '../versions.ts';
import { type CreateKeypairBody, createKeypairBody } from './bodies.ts';
import { keypairIn } from './keypair-in.ts';
import { madeKeypair } from './keypair-view.ts';
import { type Owner, ownerNamed, targetOf } from './owner.ts';

export const createKeypair = endpoint({
  route: `POST ${base}/os-keypairs`,
  input: (sent, { version }) => createKeypairBody.at(version)?.(sent) as CreateKeypairBody,
  find: (context, { keypair }) => ownerNamed(keypair.user_id, context),
  policy: 'os_compute_api:os-keypairs:create',
  target: targetOf,
  run: async (context, { userId }: Owner, { keypair }) => {
    const { app, now, version } = context;
    const { name, type = 'ssh', public_key: sent } = keypair;
    const asked = { userId, name, asker: askerOf(context) };
    const { privateKey, key } = sent === undefined ? await newKey(context, asked, type) : readKey(type, sent);
    return app.commit({ kind: 'create-keypair', ...asked, type, key, now }, ({ compute }) =>
      json(createdStatus.at(version) as number, {
        keypair: madeKeypair(context, keypairIn(compute, userId, name), privateKey),
      }),
    );
  },
});

const createdStatus = versions.ladder(['2.1', 200], ['2.2', 201]);

/** To make a key takes a tenth of a second of a core: not for those who have no room for it. */
async function newKey(
  { app, now }: ComputeContext,
  asked: Parameters<typeof refuseTooManyKeypairs>[1],
  type: KeypairType,
) {
  refuseTooManyKeypairs(app.cloud.compute, asked);
  const { privateKey, publicKey, fingerprint } = await underWay.run(() =>
    generateKey(type, asked.userId, now),
  );
  return { privateKey, key: { publicKey, fingerprint } };
}

/** They are made on threads that files and names of hosts are looked up on, too. */
const underWay = new FewAtOnce(64, () => unavailable('Too many keys are being made.'));

function readKey(type: KeypairType, publicKey: string) {
  return { privateKey: undefined, key: readPublicKey(type, publicKey) };
}
